import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { leastBytesPerSecond } from '#schemas/limits/ceiling-numbers.ts'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'

/** Milliseconds in which the headers of a request must arrive, and in each of which its body must keep the least rate. */
export type Patience = { headers: number; body: number }

const patience: Patience = { headers: 10_000, body: 30_000 }

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

/** An HTTP server that senders cannot keep busy by sending slowly or without an end. */
export const patientServer = (handle: RequestListener, { headers, body } = patience): Server => {
  // The app answers a request without a host, with an id as for all others.
  const server = createServer({
    headersTimeout: headers,
    connectionsCheckingInterval: headers / 2,
    keepAliveTimeout: idle,
    requireHostHeader: false,
  })
  server.on('request', (request, response) => {
    const { 'transfer-encoding': encoding, 'content-length': length = 0 } = request.headers
    if (encoding !== undefined || Number(length) > 0) boundBody(request, response, body)
    handle(request, response)
  })
  // An expectation that is not known may be left out of account (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}
