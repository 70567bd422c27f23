import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'

/** Milliseconds in which the headers of a request must arrive, and for which its body may pause. */
export type Patience = { headers: number; body: number }

const patience: Patience = { headers: 10_000, body: 30_000 }

/** Bytes of a body that are read at most after the answer, so that its sender gets to read a refusal. */
const maxLeftover = 1024 * 1024

/**
 * Milliseconds for which a connection may be idle between two requests: longer than proxies keep theirs, which is 60
 * seconds. The side that reuses a connection should be the one that closes it: what it sends while the other closes is
 * lost, and answered with a reset.
 */
const idle = 75_000

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Closes the connection of a body that stops arriving, or that goes on after its request was answered. */
const boundBody = (request: IncomingMessage, response: ServerResponse, longestPause: number): void => {
  const { socket } = request
  socket.setTimeout(longestPause)
  request.once('end', () => socket.setTimeout(0))
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
    if (hasBody(request)) boundBody(request, response, body)
    handle(request, response)
  })
  // An expectation that is not known may be left out of account (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}
