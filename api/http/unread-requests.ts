import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Reports a request that was refused before it was read to its end. */
export type OnUnread = (refused: { requestId: string; status: number }) => void

/** How Node names what it could not read, with the status that it answers; anything else is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** A connection that went away has nobody to answer. */
const gone = ['ECONNRESET', 'EPIPE']

/**
 * Answers requests that cannot be read to their end as Node would, and with an id: what is malformed, has headers that
 * are too long, or stops in the middle of them. Most of them never reach the app.
 */
export const answerUnread = (server: Server, onUnread: OnUnread): void => {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => answers.set(socket, response))
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    const last = answers.get(socket)
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
  })
}
