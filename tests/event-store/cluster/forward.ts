import {
  type ClientHttp2Session,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { addressOf } from '#tests/event-store/embedded/by-hand.ts'

/** Hands one call on over an open connection: messages both ways, trailers, and the code that one side breaks it off with. */
const handOn = (call: ServerHttp2Stream, headers: IncomingHttpHeaders, session: ClientHttp2Session): void => {
  const asked = session.request(headers as OutgoingHttpHeaders)
  let trailers: OutgoingHttpHeaders = {}
  asked.on('response', ({ ':status': status, ...rest }, flags) => {
    const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    if (call.closed) return
    call.respond({ ':status': status, ...rest }, isWhole ? { endStream: true } : { waitForTrailers: true })
    // Not before: what comes first would begin a response of its own.
    asked.pipe(call)
  })
  asked.on('trailers', (received) => {
    trailers = received
  })
  call.on('wantTrailers', () => call.sendTrailers(trailers))
  asked.on('error', () => call.close(asked.rstCode || constants.NGHTTP2_CANCEL))
  call.on('error', () => asked.close(constants.NGHTTP2_CANCEL))
  asked.on('close', () => asked.rstCode && call.close(asked.rstCode))
  call.on('close', () => asked.close(call.rstCode || constants.NGHTTP2_NO_ERROR))
  call.pipe(asked)
}

/**
 * Hands calls on to an embedded node, with its password. `onGone` is called when the connection to the node is lost;
 * calls are refused until it can be reached again.
 */
export const forwarderTo = (url: string, onGone: () => void) => {
  const { host, authorization, certificate } = addressOf(url)
  let session: ClientHttp2Session | undefined
  const connected = (): ClientHttp2Session => {
    if (session && !session.closed && !session.destroyed) return session
    const opened = connect(`https://${host}`, { ca: certificate })
    opened.on('error', () => opened.destroy())
    opened.on('close', () => {
      if (session === opened) session = undefined
      onGone()
    })
    session = opened
    return opened
  }
  return {
    forward: (call: ServerHttp2Stream, headers: IncomingHttpHeaders) =>
      handOn(call, { ...headers, ':scheme': 'https', ':authority': host, authorization }, connected()),
    close: () => session?.destroy(),
  }
}
