import type { Request, Response } from 'express'
import type { z } from 'zod'
import { readingOnce } from '#api/event-store/reading-once.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { SignedIn } from './actor.ts'
import type { Answer } from './answer.ts'
import { type Credential, credentialOf } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { commandContextOf, idempotencyKeyOf } from './command-context.ts'
import { invalidInput } from './errors.ts'
import { type KeyMemory, underKey } from './idempotency.ts'
import { ifMatchOf } from './if-match.ts'
import { isSafe } from './methods.ts'
import { plainMessage } from './plain-message.ts'
import { behind, notFound } from './problem.ts'
import { type Received, type Receiving, receive } from './receive.ts'
import type { Call, Route } from './route.ts'
import { notOurs } from './same-origin.ts'
import { eventOfService, type SecurityLog } from './security-log.ts'
import { send } from './send.ts'
import { requireConfirmed } from './session.ts'
import type { Limits } from './throttle.ts'
import type { AdmitUpload } from './upload-admission.ts'
import { removeUploads } from './uploads.ts'

/** The dependencies of the steps that every request passes before and after its handler. */
export type RequestPipeline = Receiving & {
  /** Finds the caller of a credential, with their current rights; undefined for an invalid credential. */
  caller: (credential: Credential) => SignedIn | undefined
  /** Whether only users with a verified address may call endpoints that are not public (D-94). */
  verifiedOnly: boolean
  keys: KeyMemory
  limits: Limits
  security: SecurityLog
  admitUpload: AdmitUpload
  /** Waits until what a command wrote can be read in lists; false if read models are still behind (D-05). */
  written: (position: string) => Promise<boolean>
  /**
   * Waits until lists, and the other read models that a route reads, hold a position and what lists show; false if they
   * are still behind (D-05).
   */
  readable: (position: string | null, reads: readonly string[]) => Promise<boolean>
  /** Whether read models have caught up with the log once; waits a moment for it. */
  caughtUp: (names: readonly string[]) => true | Promise<boolean>
  /** Whether rights, or records and rights, are new enough to decide by (D-105). */
  isCurrent: Record<'rights' | 'records', () => true | Promise<boolean>>
  /** The position that lists and these read models have reached. */
  readUpTo: (reads: readonly string[]) => string
  /** Whether a request comes from this application's own pages. */
  isOwn: (request: Request) => boolean
  /** Words that replace `{teams}` in paths (D-18). */
  teamWords: readonly string[]
  /** Words that replace `{team}`. */
  singularTeamWords: readonly string[]
}

const parse = <Schema extends z.ZodType>(schema: Schema | undefined, input: unknown, refuse = invalidInput) => {
  if (!schema) return {}
  const parsed = schema.safeParse(input ?? {}, { error: plainMessage })
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data
}

/** Express splits a wildcard parameter at slashes; this joins the parts again. */
const paramsOf = ({ params }: Request): Record<string, string> => ({
  query: '',
  ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')])),
})

/** A malformed id is answered with 404, like an absent one; a search text that is too long with 422. */
const refusedParams = (error: z.ZodError) =>
  error.issues.every(({ path }) => path[0] === 'query') ? invalidInput(error) : notFound()

/** The position that a read has to hold, as its caller names it. */
const minPosition = (request: Request): string | null => {
  const position = isSafe(request.method) ? request.get('x-min-position') : undefined
  return position !== undefined && /^\d{1,20}$/.test(position) ? position : null
}

const serve = async (
  pipeline: RequestPipeline,
  { endpoint, handler }: Route,
  request: Request,
  actor: SignedIn | undefined,
  { files, bytes = new Uint8Array(), readAhead }: Received,
) => {
  let ledger = readAhead
  const key = idempotencyKeyOf(request, actor)
  let context: CommandContext | undefined
  const call = {
    params: endpoint.params ? parse(endpoint.params, paramsOf(request), refusedParams) : {},
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body),
    files,
    bytes,
    actor,
    // Created lazily: only commands need a context and the ledger.
    get ledger() {
      ledger ??= readingOnce(pipeline.ledger)
      return ledger
    },
    get context() {
      context ??= commandContextOf(request, actor, key)
      return context
    },
    ifMatch: ifMatchOf(request),
    request,
  } as unknown as Call<Endpoint>
  const act = async () => handler(call)
  return key === undefined ? act() : underKey(pipeline.keys, key, request, files, act)
}

/** A command is answered once its own writes can be read (D-05). */
const awaitOwnWrite = async (pipeline: RequestPipeline, response: Response, answer: Answer): Promise<void> => {
  if (!('position' in answer) || !answer.position) return
  response.set('x-position', answer.position)
  if (!(await pipeline.written(answer.position))) response.set('x-projection', 'behind')
}

/** Whether the user typed the address of an endpoint that allows it. */
const isAllowedAddress = ({ caller }: Endpoint, request: Request): boolean =>
  caller?.fromOwnPages === 'or-typed' && request.get('sec-fetch-site') === 'none'

const noOthers: readonly string[] = []

/** Refuses a call that would be answered from read models that are still being built. */
const requireBuilt = async ({ caughtUp }: RequestPipeline, reads: readonly string[]): Promise<void> => {
  const known = reads.length === 0 || caughtUp(reads)
  if (known !== true && !(await known)) throw behind()
}

/** Refuses a call that would be decided by rights or records of a while ago. */
const requireCurrent = async (
  { isCurrent }: RequestPipeline,
  { method, endpoint }: Request,
  isGuest: boolean,
): Promise<void> => {
  if (isGuest && isSafe(method) && !endpoint?.caller?.byLink) return
  const known = isSafe(method) && !endpoint?.caller?.byLink ? isCurrent.rights() : isCurrent.records()
  if (known !== true && !(await known)) throw behind()
}

/** Answers the requests of a route: the steps of the pipeline, in their order, with the route's handler among them. */
export const respond = (pipeline: RequestPipeline, route: Route) => async (request: Request, response: Response) => {
  const { endpoint, reads = noOthers } = route
  const { caller, transport, cache } = endpoint
  const credential = credentialOf(request)
  if (!cache?.whileBehind) await requireCurrent(pipeline, request, credential === undefined)
  await requireBuilt(pipeline, reads)
  // Before the caller's membership is looked up; a guest, without a session or a token, holds nobody's time.
  const least = credential ? minPosition(request) : null
  if (!(await pipeline.readable(least, reads))) response.set('x-projection', 'behind')
  const actor = credential && pipeline.caller(credential)
  request.actor = actor
  authorize(endpoint, actor, pipeline.verifiedOnly)
  if (caller?.confirmed) requireConfirmed(request)
  // A read holds at least the log up to this position: the live stream may continue from it.
  if (actor && isSafe(request.method)) response.set('x-position', pipeline.readUpTo(reads))
  if (caller?.fromOwnPages && !pipeline.isOwn(request) && !isAllowedAddress(endpoint, request)) throw notOurs()
  const settle = transport?.upload || transport?.raw ? await pipeline.admitUpload(request, endpoint) : undefined
  const received = await receive(pipeline, route, request, response, actor).finally(settle)
  // Spooled files are removed before the answer is sent.
  const answer = await serve(pipeline, route, request, actor, received).finally(() => removeUploads(received.files))
  const event = eventOfService(endpoint, actor)
  if (event) pipeline.security(event, request)
  await awaitOwnWrite(pipeline, response, answer)
  await send(endpoint, request, response, answer)
}
