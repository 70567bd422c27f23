import { Buffer } from 'node:buffer'
import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listening } from '#tests/support/sockets.ts'

/**
 * What happens to a call. `refuse`: it is answered with 503. `reset`: the connection breaks amid the bytes, sent or
 * answered, and a write does not arrive. `cut`: the call is carried out, and its answer breaks off. `shorten`: half of
 * the bytes are answered as if they were all.
 */
export type Fault = { delay?: number; how?: 'refuse' | 'reset' | 'cut' | 'shorten' }

type Call = { method: string; path: string }

/** A proxy for HTTP that disturbs calls. */
export type FaultProxy = {
  endpoint: string
  /** From now on each call has the fault that this answers, or none. */
  disturb: (faultOf: (call: Call) => Fault | undefined) => void
  close: () => Promise<void>
}

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => Buffer.concat(await message.toArray())

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1)

/** Sends a call on as it came, so that its signature stays right; answers the whole answer. */
const sendOn = async (target: string, incoming: IncomingMessage, body: Buffer) => {
  const outgoing = requestTo(`${target}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: incoming.headers,
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject)
  })
  outgoing.end(body)
  const answer = await answered
  return { status: answer.statusCode ?? 502, headers: answer.headers, bytes: await bytesOf(answer) }
}

const answerCall = async (target: string, incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault) => {
  const { delay = 0, how } = fault
  await wait(delay)
  const isWrite = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  if (how === 'refuse') {
    incoming.resume()
    outgoing.writeHead(503, { 'content-length': 0 }).end()
    return
  }
  if (how === 'reset' && isWrite) {
    incoming.once('data', () => incoming.socket.resetAndDestroy())
    return
  }
  const { status, headers, bytes } = await sendOn(target, incoming, await bytesOf(incoming))
  if (how === 'cut' && isWrite) {
    incoming.socket.destroy()
    return
  }
  if (how === undefined || bytes.length === 0) {
    outgoing.writeHead(status, headers).end(bytes)
    return
  }
  if (how === 'shorten') {
    outgoing.writeHead(status, { ...headers, 'content-length': half(bytes).length }).end(half(bytes))
    return
  }
  outgoing.writeHead(status, headers)
  outgoing.write(half(bytes), () => (how === 'reset' ? incoming.socket.resetAndDestroy() : incoming.socket.destroy()))
}

/** Stands in front of a server of this machine; at first it disturbs nothing. */
export const faultProxy = async (target: string): Promise<FaultProxy> => {
  let faultOf: (call: Call) => Fault | undefined = () => undefined
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming
    const fault = faultOf({ method, path }) ?? {}
    // Who calls has gone, or the server is away: the call ends without an answer.
    answerCall(target, incoming, outgoing, fault).catch(() => incoming.socket.destroy())
  })
  const port = await listening(server)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    disturb: (next) => {
      faultOf = next
    },
    close: async () => {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
