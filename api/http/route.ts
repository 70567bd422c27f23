import type { Request } from 'express'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#schemas/endpoint.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { Access } from '#schemas/policy.ts'
import type { TeamRight } from '#schemas/team-rights.ts'
import type { Actor, SignedIn } from './actor.ts'
import type { Answer } from './answer.ts'
import type { IfMatch } from './if-match.ts'

/**
 * A file of a request, spooled to disk and hashed (SHA-256); it is removed once the request is answered, unless it was
 * taken over before.
 */
export type UploadedFile = { path: string; fileName: string; type: string; size: number; hash: ContentHash }

/** Who can come through: nobody holds an ability without a team. */
type CallerOf<A extends Access> = A extends 'public'
  ? SignedIn | undefined
  : A extends 'signed-in' | 'operator' | TeamRight
    ? SignedIn
    : Actor

/** What a handler is given: the request in the contract's own types. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  files: UploadedFile[]
  actor: CallerOf<E['access']>
  /** Stands beside every event that this request causes. */
  context: CommandContext
  /** What the caller has seen; every PUT and DELETE of one resource hands it to `handle` (api/http/if-match.ts). */
  ifMatch: IfMatch
  request: Request
}

type Body<E extends Endpoint> = E['response'] extends 'empty' | 'content' ? undefined : ResponseOf<E>

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<Body<E>>> | Answer<Body<E>>

/** A contract with the function that serves it; `isKept` where the same answer is given again while it holds. */
export type Route = {
  endpoint: Endpoint
  handler: (call: Call<Endpoint>) => Promise<Answer> | Answer
  isKept?: true
}

/** Binds a handler to its contract; the types of both are checked here, once. */
export const route = <E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler: handler as unknown as Route['handler'],
})

/**
 * The same for a read whose answer follows from its caller, its address and the read models, and from nothing else: no
 * clock, no Redis, no other header. It is kept for that caller until a read model holds something else.
 */
export const keptRoute = <E extends Endpoint & { method: 'GET' }>(endpoint: E, handler: Handler<E>): Route => ({
  ...route(endpoint, handler),
  isKept: true,
})
