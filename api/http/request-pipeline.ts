import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Ledger } from '#api/event-store/ledger.ts'
import { readingOnce } from '#api/event-store/reading-once.ts'
import type { Moment } from '#schemas/calls/as-of.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { SignedIn } from './actor.ts'
import { authorize, holds } from './authorize.ts'
import { commandContextOf, idempotencyKeyOf } from './command-context.ts'
import { type Credential, credentialOf } from './credential.ts'
import { invalidInput } from './errors.ts'
import type { FreshnessGate } from './freshness-gate.ts'
import { type KeyMemory, underKey } from './idempotency.ts'
import { anyRevision, ifMatchOf } from './if-match.ts'
import { isSearch } from './operation-headers.ts'
import { notOurs } from './origins.ts'
import type { Past } from './past.ts'
import { plainMessage } from './plain-message.ts'
import type { Positions } from './positions.ts'
import { behind, forbidden, invalid, invalidField, notFound } from './problem.ts'
import { type Received, type Receiving, receive } from './receive.ts'
import type { Call, Route } from './route.ts'
import { eventOfService, isNoted, type SecurityLog } from './security-log.ts'
import { senderOf } from './send.ts'
import { requireConfirmed } from './session.ts'
import type { Limits } from './throttle.ts'
import { removeUploads } from './uploads.ts'

/** The dependencies of the steps that every request passes before and after its handler. */
export type RequestPipeline = {
  /** Finds the caller of a credential, with their current rights; undefined for an invalid credential. */
  caller: (credential: Credential) => SignedIn | undefined
  /** Whether only users with a verified address may call endpoints that are not public (D-94). */
  verifiedOnly: boolean
  /** The log that commands are decided by, and the keys of those that were carried out. */
  commands: { ledger: Ledger; keys: KeyMemory }
  limits: Limits
  security: SecurityLog
  receiving: Receiving
  gate: FreshnessGate
  positions: Positions
  /** Whether a request comes from this application's own pages. */
  isOwn: (request: Request) => boolean
  /** Words that replace `{teams}` and `{team}` in paths (D-18). */
  words: { teams: readonly string[]; team: readonly string[] }
  /** Finds the moment that `as_of` names, and answers at it. */
  past: Past
  /** What this process is called among the others. */
  replica: string
}

const parse = <Schema extends z.ZodType>(schema: Schema | undefined, input: unknown, refuse = invalidInput) => {
  if (!schema) return {}
  const parsed = schema.safeParse(input ?? {}, { error: plainMessage })
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data
}

/** The parameters of a request; those of own fields, `field.<id>`, as one. */
const queryOf = ({ query: { as_of: _, ...query } }: Request): object => {
  const own = Object.entries(query).filter(([name]) => name.startsWith('field.'))
  if (own.length === 0) return query
  const others = Object.entries(query).filter(([name]) => !name.startsWith('field.'))
  const field = Object.fromEntries(own.map(([name, value]) => [name.slice('field.'.length), value]))
  return { ...Object.fromEntries(others), field }
}

/** Refuses parameters that mean nothing: an answer as if they did would be wrong and look right (D-118). */
const refuseUnknown = ({ path, query }: Endpoint, sent: object): void => {
  if (!path.startsWith('/api/')) return
  const unknown = Object.keys(sent).filter((name) => !name.startsWith('_') && !Object.hasOwn(query?.shape ?? {}, name))
  if (unknown.length === 0) return
  throw invalid(Object.fromEntries(unknown.map((name) => [name, [`The ${name} parameter is not known.`]])))
}

/** Express splits a wildcard parameter at slashes; this joins the parts again. */
const paramsOf = ({ params }: Request): Record<string, string> => ({
  query: '',
  ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')])),
})

/** A malformed id is answered with 404, like an absent one; a search text that is too long with 422. */
const refusedParams = (error: z.ZodError) =>
  error.issues.every(({ path }) => path[0] === 'query') ? invalidInput(error) : notFound()

const nothing: Received = { files: [] }

/** The moment of a request that asks for one. Throws 422 where none can be asked for, and 403 for who may not (D-121). */
const momentOf = async ({ past }: RequestPipeline, endpoint: Endpoint, actor: SignedIn | undefined, text: unknown) => {
  if ((text === undefined && endpoint.past !== 'or-now') || endpoint.transport?.showsPage) return undefined
  if (!endpoint.past) throw invalidField('as_of', 'This is only shown as it is now.')
  if (!actor || !holds(actor, 'history.view')) throw forbidden()
  return past.moment(text)
}

const momentHeaders = (endpoint: Endpoint, { at, position }: Moment) => ({
  'x-as-of': at.toISOString(),
  'x-as-of-position': position,
  ...(isSearch(endpoint) && { 'x-search': 'names' }),
})

const serve = async (
  pipeline: RequestPipeline,
  endpoint: Endpoint,
  handler: Route['handler'],
  request: Request,
  actor: SignedIn | undefined,
  { files, bytes = new Uint8Array(), readAhead }: Received,
) => {
  let ledger = readAhead
  const isRead = endpoint.method === 'GET'
  const key = isRead ? undefined : idempotencyKeyOf(request, actor)
  const query = queryOf(request)
  if (isRead) refuseUnknown(endpoint, query)
  let context: CommandContext | undefined
  const call = {
    params: endpoint.params ? parse(endpoint.params, paramsOf(request), refusedParams) : {},
    query: parse(endpoint.query, query),
    body: parse(endpoint.body, request.body),
    files,
    bytes,
    actor,
    // Created lazily: only commands need a context and the ledger.
    get ledger() {
      ledger ??= readingOnce(pipeline.commands.ledger)
      return ledger
    },
    get context() {
      context ??= commandContextOf(request, actor, key)
      return context
    },
    ifMatch: isRead ? anyRevision : ifMatchOf(request),
    request,
  } as unknown as Call<Endpoint>
  if (key === undefined) return handler(call)
  return underKey(pipeline.commands.keys, key, request, files, async () => handler(call))
}

/** Whether the user typed the address of an endpoint that allows it. */
const isAllowedAddress = ({ caller }: Endpoint, request: Request): boolean =>
  caller?.fromOwnPages === 'or-typed' && request.get('sec-fetch-site') === 'none'

/** The ids by which a caller's rights end. */
const idsOf = ({ userId, teamId, impersonator }: SignedIn) => [userId, teamId, impersonator]

/** Answers the requests of a route: the steps of the pipeline, in their order, with the route's handler among them. */
export const respond = (pipeline: RequestPipeline, route: Route) => {
  const { endpoint, handler, handlerThen } = route
  const { caller, transport } = endpoint
  const isRead = endpoint.method === 'GET'
  const takesFiles = transport?.upload !== undefined || transport?.raw !== undefined
  const gate = pipeline.gate.of(route)
  const send = senderOf(endpoint)
  const mayBeEvent = isNoted(endpoint)
  const answer = async (request: Request, response: Response, actor: SignedIn | undefined, handle = handler) => {
    const settle = takesFiles ? await pipeline.receiving.admitUpload(request, endpoint) : undefined
    const received =
      takesFiles || transport?.signed
        ? await receive(pipeline.receiving, route, request, response, actor).finally(settle)
        : nothing
    // Spooled files are removed before the answer is sent.
    const serving = serve(pipeline, endpoint, handle, request, actor, received)
    const answered = await (takesFiles ? serving.finally(() => removeUploads(received.files)) : serving)
    const event = mayBeEvent ? eventOfService(endpoint, actor) : undefined
    if (event) pipeline.security(event, request)
    if ('position' in answered && answered.position) {
      pipeline.positions.answer(request, response, answered.position)
      // A command is answered once its own writes can be read (D-05).
      if ((await pipeline.gate.written(answered.position)) === 'behind') response.set('x-projection', 'behind')
    }
    await send(request, response, answered)
  }
  return async (request: Request, response: Response) => {
    const credential = credentialOf(request)
    // Before the caller's membership is looked up; a guest, without a session or a token, holds nobody's time.
    const asked = gate.ask(credential === undefined, credential ? pipeline.positions.of(request) : [])
    const verdict = typeof asked === 'string' ? asked : await asked
    if (verdict === 'refuse') throw behind()
    if (verdict === 'behind') response.set('x-projection', 'behind')
    const actor = credential && (await pipeline.gate.caller(() => pipeline.caller(credential), idsOf))
    request.actor = actor
    if (actor) response.set('x-replica', pipeline.replica)
    const { as_of: asOf } = request.query
    if (asOf !== undefined && !isRead && (actor || endpoint.access === 'public'))
      throw invalidField('as_of', 'The past can’t be changed.')
    authorize(endpoint, actor, pipeline.verifiedOnly)
    if (caller?.confirmed) requireConfirmed(request)
    const moment = isRead ? await momentOf(pipeline, endpoint, actor, asOf) : undefined
    // A read holds at least the log up to this position: the live stream may continue from it.
    if (moment) response.set(momentHeaders(endpoint, moment))
    else if (actor && isRead) response.set('x-position', gate.position())
    if (caller?.fromOwnPages && !pipeline.isOwn(request) && !isAllowedAddress(endpoint, request)) throw notOurs()
    if (!moment) return answer(request, response, actor)
    return pipeline.past.answerAt(moment, () => answer(request, response, actor, handlerThen))
  }
}
