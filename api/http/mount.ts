import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import { type Action, actions, type Resource, resources } from '#schemas/abilities.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { Access } from '#schemas/policy.ts'
import { isTeamRight } from '#schemas/team-rights.ts'
import type { SignedIn } from './actor.ts'
import type { Answer } from './answer.ts'
import { boundedAtOnce } from './at-once.ts'
import { type Credential, credentialOf } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { commandContextOf, idempotencyKeyOf } from './command-context.ts'
import { invalidInput } from './errors.ts'
import { type KeyMemory, underKey } from './idempotency.ts'
import { ifMatchOf } from './if-match.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { isSafe } from './methods.ts'
import { notFound } from './problem.ts'
import type { ReadRaw } from './raw-body.ts'
import type { Call, Route, UploadedFile } from './route.ts'
import { notOurs } from './same-origin.ts'
import { send, sendWords } from './send.ts'
import { type Limits, throttled } from './throttle.ts'
import { type ReadUpload, removeUploads } from './uploads.ts'

/** What every route goes through. */
export type Gate = {
  /** Who calls with a credential, if it opens anything; their rights are those of this moment. */
  caller: (credential: Credential) => SignedIn | undefined
  /** Whether users must have verified their address before anything is open to them (D-94). */
  verifiedOnly: boolean
  keys: KeyMemory
  limits: Limits
  readUpload: ReadUpload
  readRaw: ReadRaw
  /** Waits until the read models hold the log up to a position; false where they are behind (D-05). */
  reached: (position: string) => Promise<boolean>
  /** Up to where in the log the read models have come. */
  readUpTo: () => string
  /** Forgotten whenever the read models hold something else than before. */
  answers: KeptAnswers
  /** Whether a request comes from this application's own pages. */
  isOwn: (request: Request) => boolean
  /** Words that stand for `{teams}` in paths (D-18). */
  teamWords: readonly string[]
}

const parse = <Schema extends z.ZodType>(schema: Schema | undefined, input: unknown, refuse = invalidInput) => {
  if (!schema) return {}
  const parsed = schema.safeParse(input ?? {})
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data
}

/** A text that holds slashes comes in pieces. */
const paramsOf = ({ params }: Request): Record<string, string> => ({
  query: '',
  ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value].flat().join('/')])),
})

/** An id that cannot be is an id that is not there; a search that is too long is said to be so. */
const refusedParams = (error: z.ZodError) =>
  error.issues.every(({ path }) => path[0] === 'query') ? invalidInput(error) : notFound()

/** A read waits for what its caller has written, before even his own membership is looked up (D-05). */
const awaitMinPosition = async (gate: Gate, request: Request, response: Response): Promise<void> => {
  const position = isSafe(request.method) ? request.get('x-min-position') : undefined
  if (!position || !/^\d{1,20}$/.test(position)) return
  if (!(await gate.reached(position))) response.set('x-projection', 'behind')
}

const serve = async (
  gate: Gate,
  { endpoint, handler }: Route,
  request: Request,
  actor: SignedIn | undefined,
  files: UploadedFile[],
) => {
  const key = idempotencyKeyOf(request, actor)
  let context: CommandContext | undefined
  const call = {
    params: endpoint.params ? parse(endpoint.params, paramsOf(request), refusedParams) : {},
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body),
    files,
    actor,
    // Reads order nothing.
    get context() {
      context ??= commandContextOf(request, actor, key)
      return context
    },
    ifMatch: ifMatchOf(request),
    request,
  } as unknown as Call<Endpoint>
  const act = async () => handler(call)
  return key === undefined ? act() : underKey(gate.keys, key, request, files, act)
}

/** A command answers once its own writes can be read (D-05). */
const settle = async (gate: Gate, response: Response, answer: Answer): Promise<void> => {
  if (!('position' in answer) || !answer.position) return
  response.set('x-position', answer.position)
  if (!(await gate.reached(answer.position))) response.set('x-projection', 'behind')
}

const filesOf = async (gate: Gate, { upload, raw }: Endpoint, request: Request, response: Response) => {
  if (raw) return [await gate.readRaw(request, raw)]
  return upload ? gate.readUpload(request, response, upload) : []
}

const respond = (gate: Gate, route: Route) => async (request: Request, response: Response) => {
  const { endpoint } = route
  await awaitMinPosition(gate, request, response)
  const credential = credentialOf(request)
  const actor = credential && gate.caller(credential)
  authorize(endpoint, actor, gate.verifiedOnly)
  // What is read now holds everything up to here at least: the live stream may go on from there.
  const told = actor && isSafe(request.method) ? { 'x-position': gate.readUpTo() } : {}
  if (endpoint.fromOwnPages && !gate.isOwn(request)) throw notOurs()
  const place = route.isKept && actor ? gate.answers.place(actor, request.originalUrl) : undefined
  if (place?.kept) return sendWords(endpoint, response, place.kept, told)
  const files = await filesOf(gate, endpoint, request, response)
  // What was spooled is gone before the answer is there.
  const answer = await serve(gate, route, request, actor, files).finally(() => removeUploads(files))
  await settle(gate, response, answer)
  await send(endpoint, request, response, answer, told, place?.keep)
}

const isDeclared = (access: Access): boolean => {
  if (access === 'public' || access === 'signed-in' || access === 'operator' || isTeamRight(access)) return true
  const [resource, action] = String(access).split('.')
  return resources.includes(resource as Resource) && actions.includes(action as Action)
}

/** Paths as Express has them; what is searched for may be left out, and may hold slashes. */
const pathsOf = ({ path }: Endpoint, teamWords: readonly string[]): string[] =>
  [...new Set(teamWords.map((word) => path.replace('{teams}', word)))].map((each) =>
    each.replace(/\/\{query\}$/, '{/*query}').replace(/\{(\w+)\}/g, ':$1'),
  )

/** Serves a route. Throws at start-up where the contract declares no ability that exists. */
export const mount = (routers: { of: (path: string) => Router }, gate: Gate, route: Route): void => {
  const { endpoint } = route
  if (!isDeclared(endpoint.access)) throw new Error(`${endpoint.method} ${endpoint.path} declares no ability`)
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const limits = endpoint.throttle ? [throttled(endpoint, endpoint.throttle, gate.limits)] : []
  const handle = respond(gate, route)
  const bounded = endpoint.atOnce ? boundedAtOnce(endpoint.atOnce, handle) : handle
  for (const path of pathsOf(endpoint, gate.teamWords)) routers.of(path)[method](path, ...limits, bounded)
}
