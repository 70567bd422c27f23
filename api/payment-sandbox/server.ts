import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ApiCalls, answerCall, type Reply } from './api-calls.ts'
import { answerControl } from './control-calls.ts'
import { answerFrame, type FrameSetup } from './frames.ts'

const mostBytes = 1024 * 1024

/** The body as text; undefined: it is larger than anybody's. */
const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const send = (response: ServerResponse, reply: Reply): void => {
  if (reply === undefined) {
    response.socket?.destroy()
    return
  }
  response.writeHead(reply.status, { 'x-content-type-options': 'nosniff', ...reply.headers })
  response.end(reply.body)
}

const plain = (status: number, body: string): Reply => ({ status, headers: { 'content-type': 'text/plain' }, body })

const answer = async (calls: ApiCalls, frames: FrameSetup, request: IncomingMessage): Promise<Reply> => {
  const { method = 'GET', headers } = request
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const body = await bodyOf(request)
  if (body === undefined) return plain(413, 'Too large.')
  const call = { method, path: url.pathname, form: body === '' ? url.search.slice(1) : body, headers }
  if (url.pathname.startsWith('/v1/')) return answerCall(calls, call)
  if (url.pathname.startsWith('/sandbox/')) return answerControl(calls, call)
  const frame = method === 'GET' ? answerFrame(frames, url) : undefined
  return frame ?? plain(404, 'Not found.')
}

export type RunningServer = { port: number; close: () => Promise<void> }

/**
 * Listens on 127.0.0.1.
 * @param port 0 = any free one
 * @param failed told of an error that no caller caused; the call is answered 500
 */
export const serve = async (
  calls: ApiCalls,
  frames: FrameSetup,
  port: number,
  failed: (error: Error) => void,
): Promise<RunningServer> => {
  const server = createServer((request, response) => {
    answer(calls, frames, request).then(
      (reply) => send(response, reply),
      (error: Error) => {
        failed(error)
        send(response, plain(500, 'The sandbox failed.'))
      },
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  return {
    // A server that listens on TCP has an address with a port.
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
