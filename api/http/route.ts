import type { Request } from 'express'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#schemas/endpoint.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { HeicType } from '#schemas/limits/upload-rules.ts'
import type { Access, TeamRight } from '#schemas/policy.ts'
import type { Actor, SignedIn } from './actor.ts'
import type { Answer } from './answer.ts'
import type { IfMatch } from './if-match.ts'

/** Bytes of a request on the disk, with their SHA-256. */
export type SpooledFile = { path: string; type: string; size: number; hash: ContentHash }

/**
 * A file of a request, spooled to disk and hashed (SHA-256). It is removed before the request is answered, unless the
 * content store has taken it over. `original` is what was sent, where the file was made of it.
 */
export type UploadedFile = SpooledFile & { fileName: string; original?: SpooledFile & { type: HeicType } }

/** The caller that an access lets through. An ability implies a team. */
type CallerOf<A extends Access> = A extends 'public'
  ? SignedIn | undefined
  : A extends 'signed-in' | 'operator' | TeamRight
    ? SignedIn
    : Actor

/** The input of a handler: the request in the types of its contract. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  files: UploadedFile[]
  /** The exact bytes of a signed body; of others none. */
  bytes: Uint8Array
  /** Reads each stream only once per request. */
  ledger: Ledger
  actor: CallerOf<E['access']>
  /** Becomes the metadata of every event that this request causes. */
  context: CommandContext
  /** The revisions that the caller has seen; each PUT or DELETE of one resource passes it to `handle` (if-match.ts). */
  ifMatch: IfMatch
  request: Request
}

type Body<E extends Endpoint> = E['response'] extends 'empty' | 'content' ? undefined : ResponseOf<E>

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<Body<E>>> | Answer<Body<E>>

/**
 * Starts reading streams while the file of an upload comes in, which the call's ledger then holds; `body` is what
 * precedes the file, unchecked. What it throws is ignored: the handler meets the same.
 */
export type ReadAhead = (call: { ledger: Ledger; actor: SignedIn; body: unknown }) => Promise<unknown>

/** A contract with the function that serves it. */
export type Route = {
  endpoint: Endpoint
  readAhead?: ReadAhead
  /** Read models other than those of lists and rights that the handler reads; the request waits for them. */
  reads?: readonly string[]
  handler: (call: Call<Endpoint>) => Promise<Answer> | Answer
  /** Answers the same of a moment, for a contract that says `past`. */
  handlerThen?: Route['handler']
}

/** Routes whose handlers also read these read models. */
export const reading = (reads: readonly string[], routes: readonly Route[]): Route[] =>
  routes.map((each) => ({ ...each, reads }))

/** Routes of uploads that read ahead. */
export const readingAhead = (readAhead: ReadAhead, routes: readonly Route[]): Route[] =>
  routes.map((each) => ({ ...each, readAhead }))

/** Binds a handler to its contract; this is where their types are checked against each other. */
export const route = <E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler: handler as unknown as Route['handler'],
})
