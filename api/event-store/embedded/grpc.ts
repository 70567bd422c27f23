import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { type MethodDefinition, status } from '@grpc/grpc-js'

/** The largest message accepted, in bytes; the client sends appends in parts of 3 MiB and reads up to 17 MiB. */
const maxMessage = 17 * 1024 * 1024
const frameHeader = 5

/** How often a client has to answer until a reset that it sent after its end is certainly here. */
const answersAwaited = 2
/** Milliseconds after which it is asked again, where too many questions are open. */
const askedAgainMs = 10

/** A gRPC error status; the trailers carry what the client needs to build its own error class. */
export class GrpcError extends Error {
  readonly code: number
  readonly trailers: Record<string, string>

  constructor(code: number, message: string, trailers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.trailers = trailers
  }
}

/** The error for a call that ended without a message. */
export const noMessage = (): GrpcError => new GrpcError(status.INVALID_ARGUMENT, 'The call brought no message.')

/** Trailers must be printable ASCII, and stream names may not be: all other characters are percent-encoded. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/gu, encodeURIComponent)

/** The server side of one call. */
export class Call {
  /** When the caller stops waiting, in milliseconds since the epoch; Infinity without a deadline. */
  readonly deadline: number
  readonly #stream: ServerHttp2Stream
  readonly #onClosed = new Set<() => void>()
  #ended = false

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.deadline = Date.now() + timeoutOf(headers['grpc-timeout'])
    this.#stream = stream
    stream.on('close', () => {
      for (const listener of this.#onClosed) listener()
    })
  }

  /** True once the call was ended, cancelled or cut off. */
  get closed(): boolean {
    return this.#ended || this.#stream.closed || this.#stream.destroyed || this.#stream.aborted
  }

  /** Calls the listener when the call is over. Returns a function that unsubscribes. */
  onClosed(listener: () => void): () => void {
    this.#onClosed.add(listener)
    return () => this.#onClosed.delete(listener)
  }

  /** Sends framed responses; false means that the sender should wait for drained(). */
  send(frames: Buffer): boolean {
    if (this.closed) return true
    if (!this.#stream.headersSent) this.#stream.respond(responseHeaders, { waitForTrailers: true })
    return this.#stream.write(frames)
  }

  /** Resolves when the send buffer has drained or the call is over. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed || !this.#stream.writableNeedDrain) return resolve()
      const done = () => {
        this.#onClosed.delete(done)
        this.#stream.off('drain', done)
        resolve()
      }
      this.#stream.once('drain', done)
      this.#onClosed.add(done)
    })
  }

  /** Ends the call: with status OK, or with the error's status and trailers. */
  end(error?: GrpcError): void {
    if (this.closed) return
    const trailers: Record<string, string> = { 'grpc-status': String(error?.code ?? status.OK) }
    if (error) {
      trailers['grpc-message'] = ascii(error.message)
      for (const [name, value] of Object.entries(error.trailers)) trailers[name] = ascii(value)
    }
    if (!this.#stream.headersSent) {
      this.#ended = true
      this.#stream.respond({ ...responseHeaders, ...trailers }, { endStream: true })
      return
    }
    this.#ended = true
    this.#stream.once('wantTrailers', () => this.#stream.sendTrailers(trailers))
    this.#stream.end()
  }

  /** Cancels the call as a stopping server does: the client reports CANCELLED and reconnects by itself. */
  cancel(): void {
    if (!this.closed) this.#stream.close(constants.NGHTTP2_CANCEL)
  }
}

const responseHeaders = { ':status': 200, 'content-type': 'application/grpc+proto' }

const timeoutUnits: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

const timeoutOf = (header: string | string[] | undefined): number => {
  if (typeof header !== 'string') return Number.POSITIVE_INFINITY
  return Number.parseInt(header, 10) * (timeoutUnits[header.slice(-1)] ?? Number.POSITIVE_INFINITY)
}

/**
 * A client that cancels a call ends its request first and resets it a moment later. Acting on that end would store a
 * part of what was to be appended. So the only call that is written at its end, the classic Append, waits until the client
 * has answered pings: a reset comes before the answers. Batch appends mark their last part and need no wait.
 */
const afterAnswers = (stream: ServerHttp2Stream, act: () => void, awaited = answersAwaited): void => {
  const { session } = stream
  if (stream.closed || session === undefined || session.destroyed) return
  if (awaited === 0) return void setImmediate(act)
  session.ping((refused) => {
    if (refused) setTimeout(() => afterAnswers(stream, act, awaited), askedAgainMs)
    else afterAnswers(stream, act, awaited - 1)
  })
}

/** Handles the messages of one call; `end` follows the last one unless the call was cancelled. */
export type Receiver<Request> = { message(request: Request): void; end?(): void }

/**
 * A served method. `streams` says whether its calls stay open until one side ends them, `anonymous` whether it is
 * answered without credentials.
 */
export type Method = {
  path: string
  streams: boolean
  anonymous?: boolean
  open(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Call
}

/** The part of a generated service definition that is used here. */
type Definition<Request> = Pick<MethodDefinition<Request, never>, 'path' | 'responseStream' | 'requestDeserialize'>

/** Binds a method to its handler. */
export const method = <Request>(
  definition: Definition<Request>,
  receive: (call: Call) => Receiver<Request>,
): Method => {
  return {
    path: definition.path,
    streams: definition.responseStream,
    open(stream, headers) {
      const call = new Call(stream, headers)
      const receiver = receive(call)
      const guarded = (step: () => void) => {
        try {
          if (!call.closed) step()
        } catch (error) {
          if (!(error instanceof GrpcError)) throw error
          call.end(error)
        }
      }
      const split = splitter((message) => guarded(() => receiver.message(parse(definition, message))))
      stream.on('data', (chunk: Buffer) => guarded(() => split(chunk)))
      const end = () => guarded(() => receiver.end?.())
      stream.on('end', () => (definition.responseStream ? end() : afterAnswers(stream, end)))
      return call
    },
  }
}

const parse = <Request>(definition: Definition<Request>, message: Buffer): Request => {
  try {
    return definition.requestDeserialize(message)
  } catch {
    throw new GrpcError(status.INVALID_ARGUMENT, `${definition.path} got a message that cannot be read.`)
  }
}

/** Cuts a stream of chunks into gRPC messages, joining chunks only once a message is complete. */
const splitter = (onMessage: (message: Buffer) => void): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = []
  let size = 0
  let needed = frameHeader
  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < needed) return
    const buffer = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    let at = 0
    while (true) {
      needed = frameHeader
      if (buffer.length - at < needed) break
      if (buffer[at] !== 0) throw new GrpcError(status.UNIMPLEMENTED, 'Compressed messages are not supported.')
      needed += buffer.readUInt32BE(at + 1)
      if (needed > maxMessage) throw new GrpcError(status.RESOURCE_EXHAUSTED, 'The message is larger than 17 MiB.')
      if (buffer.length - at < needed) break
      onMessage(buffer.subarray(at + frameHeader, at + needed))
      at += needed
    }
    chunks = at < buffer.length ? [buffer.subarray(at)] : []
    size = buffer.length - at
  }
}
