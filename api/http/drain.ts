import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds that a request gets once it has arrived as a whole, and between looks at connections without one. */
const [grace, lookEvery] = [30_000, 100]

/**
 * Prepares the end of a server. The returned function takes no more connections, and resolves once all requests are
 * answered. A request has 30 seconds for that from when its body has arrived, so that uploads get the time they need.
 */
export const drainable = (server: Server, longest = grace): (() => Promise<void>) => {
  const open = new Set<IncomingMessage>()
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response) => {
    open.add(request)
    response.once('close', () => open.delete(request))
  })
  const cutLater = ({ socket }: IncomingMessage) => void setTimeout(() => socket.destroy(), longest).unref()
  const bound = (request: IncomingMessage) => {
    if (request.complete) cutLater(request)
    else request.once('end', () => cutLater(request))
  }
  const closeOthers = () => {
    const busy = new Set([...open].map(({ socket }) => socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon()
  }
  return async () => {
    const closed = once(server, 'close')
    server.close()
    for (const request of open) bound(request)
    server.on('request', bound)
    const looking = setInterval(closeOthers, lookEvery)
    await closed
    clearInterval(looking)
  }
}
