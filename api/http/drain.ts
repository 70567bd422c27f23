import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds that a request gets once it has arrived as a whole, and between looks at connections without one. */
const grace = 30_000
const lookEvery = 100

/**
 * Prepares the end of a server. The returned function takes no more connections, and resolves once all requests are
 * answered. A request has 30 seconds for that from when its body has arrived, so that uploads get the time they need.
 */
export const drainable = (server: Server, longest = grace): (() => Promise<void>) => {
  const open = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (_request, response) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  const cutLater = ({ socket }: IncomingMessage) => void setTimeout(() => socket.destroy(), longest).unref()
  const finish = (request: IncomingMessage, response: ServerResponse) => {
    // A client that reuses the connection would see it close in the middle of its next request.
    if (!response.headersSent) response.setHeader('connection', 'close')
    if (request.complete) cutLater(request)
    else request.once('end', () => cutLater(request))
  }
  const closeOthers = () => {
    const busy = new Set([...open].map(({ req }) => req.socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon()
  }
  return async () => {
    const closed = once(server, 'close')
    server.close()
    for (const response of open) finish(response.req, response)
    server.prependListener('request', finish)
    const looking = setInterval(closeOthers, lookEvery)
    await closed
    clearInterval(looking)
  }
}
