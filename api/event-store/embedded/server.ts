import { createServer } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { status } from '@grpc/grpc-js'
import { Call, GrpcError, type Method } from './grpc.ts'

/** Receive windows, wide enough that an append of the largest size never waits for the window to open. */
const CALL_WINDOW = 4 * 1024 * 1024
const CONNECTION_WINDOW = 16 * 1024 * 1024

/**
 * Serves the methods over plain HTTP/2. `stop` first breaks off the calls that stay open, which their clients report as
 * cancelled; then it destroys the sockets before it closes the server: http2 would otherwise wait for the good-bye of
 * every client, and one that is frozen never says it.
 */
export async function serve(
  methods: Method[],
  { host, port }: { host: string; port: number },
): Promise<{ port: number; stop(): Promise<void> }> {
  const byPath = new Map(methods.map((entry) => [entry.path, entry]))
  const sockets = new Set<Socket>()
  const openCalls = new Set<Call>()
  const server = createServer({ maxSessionMemory: 256, settings: { initialWindowSize: CALL_WINDOW } })
  server.on('connection', (socket: Socket) => {
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('session', (session) => {
    session.on('error', () => session.destroy())
    session.setLocalWindowSize(CONNECTION_WINDOW)
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => stream.close())
    const entry = byPath.get(String(headers[':path']))
    if (!entry) {
      const refusal = new GrpcError(status.UNIMPLEMENTED, `${headers[':path']} is not part of the embedded node.`)
      new Call(stream.resume(), headers).end(refusal)
      return
    }
    const call = entry.open(stream, headers)
    if (!entry.streams) return
    openCalls.add(call)
    call.onClosed(() => openCalls.delete(call))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const call of openCalls) call.cancel()
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
