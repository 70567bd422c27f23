import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { leastBytesPerSecond } from '#schemas/limits/ceiling-numbers.ts'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'

/** Reports a request that was refused before it was read to its end. */
type OnUnread = (refused: { requestId: string; status: number }) => void

type ServerSettings = {
  /** Milliseconds in which the headers of a request must arrive. */
  headers?: number
  /** Milliseconds in each of which its body must keep the least rate. */
  body?: number
  onUnread?: OnUnread
}

/** How often in that time the rate is looked at. */
const looks = 6

const tooSlow = JSON.stringify({ message: 'The request came too slowly. Please try again with a better connection.' })

/**
 * Bytes of a body that are read at most after the answer, so that its sender gets to read a refusal: more than a form with
 * one file has. What is cut off is reset, and few clients read what was answered before.
 */
const maxLeftover = maxUploadBytes + 2 * 1024 * 1024

/**
 * Milliseconds for which a connection may be idle between two requests: longer than proxies keep theirs, which is 60
 * seconds. The side that reuses a connection should be the one that closes it: what it sends while the other closes is
 * lost, and answered with a reset.
 */
const idle = 75_000

/** Answers 408 to a body that arrives at less than the least rate, or no more, and closes its connection (D-116). */
const boundRate = (request: IncomingMessage, response: ServerResponse, within: number): void => {
  const { socket } = request
  const least = (leastBytesPerSecond * within) / 1000
  const seen = [socket.bytesRead]
  const look = (): void => {
    seen.push(socket.bytesRead)
    if (seen.length <= looks) return
    const arrived = socket.bytesRead - Number(seen.shift())
    // A buffer that is full waits for this server, and not for the sender.
    const isWaiting = request.readableLength >= request.readableHighWaterMark
    if (arrived >= least || isWaiting || request.complete) return
    clearInterval(looking)
    if (response.headersSent) return void request.destroy()
    response.writeHead(408, { connection: 'close', 'content-type': 'application/json; charset=utf-8' }).end(tooSlow)
  }
  const looking = setInterval(look, within / looks).unref()
  request.once('close', () => clearInterval(looking))
}

/** Closes the connection of a body that comes too slowly, or that goes on after its request was answered. */
const boundBody = (request: IncomingMessage, response: ServerResponse, within: number): void => {
  const { socket } = request
  boundRate(request, response, within)
  response.once('prefinish', () => {
    if (request.complete) return
    let leftover = 0
    request.on('data', (chunk: Uint8Array) => {
      leftover += chunk.length
      if (leftover > maxLeftover) request.destroy()
    })
    // Whoever refused it may have stopped reading; the connection would then stay until it counts as idle.
    request.resume()
    // Node itself tells a request that was answered nothing of the end of its connection.
    const end = () => request.destroy()
    socket.once('close', end)
    request.once('close', () => socket.off('close', end))
  })
}

/** How Node names what it could not read, with the status that it answers; anything else is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** A connection that went away has nobody to answer. */
const gone = ['ECONNRESET', 'EPIPE']

/**
 * Answers a request that cannot be read to its end as Node would, and with an id: one that is malformed, has headers that
 * are too long, or stops in the middle of them. Most of them never reach the app. `last` is the connection's last response.
 */
const answerUnread = (
  error: Error & { code?: string },
  socket: Duplex,
  last: ServerResponse | undefined,
  onUnread: OnUnread,
): void => {
  const pending = last?.writableFinished ? undefined : last
  if (!socket.writable || pending?.headersSent || gone.includes(error.code ?? '')) {
    socket.destroy(error)
    return
  }
  const status = statuses[error.code ?? ''] ?? 400
  const requestId = String(pending?.getHeader('x-request-id') ?? randomUUID())
  onUnread({ requestId, status })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nX-Request-Id: ${requestId}`
  socket.write(`${head}\r\nContent-Length: 0\r\n\r\n`)
  socket.destroy(error)
}

/** An HTTP server that senders cannot keep busy by sending slowly or without an end. */
export const patientServer = (
  handle: RequestListener,
  { headers = 10_000, body = 30_000, onUnread = () => {} }: ServerSettings = {},
): Server => {
  // The app answers a request without a host, with an id as for all others.
  const server = createServer({
    headersTimeout: headers,
    connectionsCheckingInterval: headers / 2,
    keepAliveTimeout: idle,
    requireHostHeader: false,
  })
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request, response) => {
    answers.set(request.socket, response)
    const { 'transfer-encoding': encoding, 'content-length': length = 0 } = request.headers
    if (encoding !== undefined || Number(length) > 0) boundBody(request, response, body)
    handle(request, response)
  })
  server.on('clientError', (error, socket) => answerUnread(error, socket, answers.get(socket), onUnread))
  // An expectation that is not known may be left out of account (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}
