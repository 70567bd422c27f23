import { createSecureServer, createServer, type Http2Server, type Http2Session } from 'node:http2'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { status } from '@grpc/grpc-js'
import { Call, GrpcError, type Method } from './grpc.ts'
import type { Identity } from './identity.ts'

/** Receive windows in bytes, large enough that an append of the largest size never waits for the window to open. */
const callWindow = 4 * 1024 * 1024
const connectionWindow = 16 * 1024 * 1024

/** The first byte of a connection over TLS. */
const tlsHandshake = 22

const unauthenticated = (): GrpcError =>
  new GrpcError(status.UNAUTHENTICATED, 'Connect with the address in the file eventstore-url of the data folder.')

const onSession = (session: Http2Session): void => {
  session.on('error', () => session.destroy())
}

/** Refuses every call over a connection without TLS, in terms that a client understands. */
const refusingServer = (): Http2Server => {
  const server = createServer()
  server.on('session', onSession)
  server.on('stream', (stream, headers) => {
    stream.on('error', () => stream.close())
    new Call(stream.resume(), headers).end(unauthenticated())
  })
  return server
}

/**
 * Serves the methods over HTTP/2 with TLS, to callers with the password of the identity. `stop` first cancels the open
 * streaming calls. Then it destroys the sockets before it closes the server: http2 would otherwise wait for every
 * client to say goodbye, and a frozen one never does.
 */
export const serve = async (
  methods: Method[],
  { host, port }: { host: string; port: number },
  { key, certificate, admits }: Identity,
): Promise<{ port: number; stop(): Promise<void> }> => {
  const byPath = new Map(methods.map((entry) => [entry.path, entry]))
  const sockets = new Set<Socket>()
  const openCalls = new Set<Call>()
  const settings = { initialWindowSize: callWindow }
  const calls = createSecureServer({ key, cert: certificate, maxSessionMemory: 256, settings })
  calls.on('session', (session) => {
    onSession(session)
    session.setLocalWindowSize(connectionWindow)
  })
  calls.on('stream', (stream, headers) => {
    stream.on('error', () => stream.close())
    const entry = byPath.get(String(headers[':path']))
    const refuse = (refusal: GrpcError) => new Call(stream.resume(), headers).end(refusal)
    if (!entry?.anonymous && !admits(headers.authorization)) return refuse(unauthenticated())
    if (!entry) {
      return refuse(new GrpcError(status.UNIMPLEMENTED, `${headers[':path']} is not part of the embedded node.`))
    }
    const call = entry.open(stream, headers)
    if (!entry.streams) return
    openCalls.add(call)
    call.onClosed(() => openCalls.delete(call))
  })
  const refusals = refusingServer()
  const server = createSocketServer((socket) => {
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('data', (start) => {
      socket.pause()
      socket.unshift(start)
      const target = start[0] === tlsHandshake ? calls : refusals
      target.emit('connection', socket)
    })
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
