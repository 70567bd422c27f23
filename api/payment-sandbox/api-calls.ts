import { setTimeout as wait } from 'node:timers/promises'
import { authenticate } from './authentication.ts'
import { now } from './clock.ts'
import { API_VERSION, type Context } from './context.ts'
import { carryOutDue } from './due.ts'
import { ApiError, invalidRequest } from './errors.ts'
import { expand } from './expand.ts'
import { errorOfStatus, type Fault, type Faults } from './faults.ts'
import { type FormValue, parseForm } from './form.ts'
import type { Idempotency } from './idempotency.ts'
import { newId } from './ids.ts'
import { writeJournal } from './journal.ts'
import { parseParameters } from './parameters.ts'
import { includable, routes } from './resources.ts'
import { matchRoute, type Route } from './routes.ts'
import type { Store } from './store.ts'

export type ApiRequest = {
  method: string
  path: string
  /** Parameters as a form: the query of a GET or DELETE, else the body. */
  form: string
  headers: { [name: string]: string | string[] | undefined }
}

/** Undefined: the connection is cut. */
export type Reply = { status: number; headers: { [name: string]: string }; body: string } | undefined

export type ApiCalls = {
  store: Store
  idempotency: Idempotency
  faults: Faults
  keys: { secretKey: string; publishableKey: string }
  account: Context['account']
  /** Something was changed: further things may be due, or to be sent. */
  changed: () => void
}

/** Milliseconds that a call waits for what is due. */
const CATCH_UP = 500

const header = (request: ApiRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const checkVersion = (version = API_VERSION as string): void => {
  if (version !== API_VERSION) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION}.`)
  }
}

const errorBody = (error: ApiError, requestId: string): string =>
  `${JSON.stringify({ error: { ...error.body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` } }, null, 2)}\n`

/** What an answer with this status leaves under its key: Stripe keeps what was carried out, failures too. */
const isKept = (status: number): boolean => ![401, 409, 429].includes(status)

const unknownUrl = ({ method, path }: ApiRequest): ApiError =>
  new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })

type Order = { request: ApiRequest; route: Route; ids: string[]; audience: 'secret' | 'publishable'; params: unknown }

/** Finds and checks a call, before anything is carried out. */
const understand = (calls: ApiCalls, request: ApiRequest): Order & { form: { [name: string]: FormValue } } => {
  const { secretKey, publishableKey } = calls.keys
  const found = matchRoute(routes, request.method, request.path)
  const forBrowsers = found?.route.audience === 'publishable' ? { publishableKey } : {}
  const audience = authenticate(header(request, 'authorization'), { secretKey, ...forBrowsers })
  checkVersion(header(request, 'stripe-version'))
  if (found === undefined) throw unknownUrl(request)
  const form = parseForm(request.form)
  return { request, ...found, audience, form, params: parseParameters(found.route.schema, form) }
}

const pathsToExpand = (params: unknown): string[] =>
  typeof params === 'object' && params !== null && 'expand' in params && Array.isArray(params.expand)
    ? params.expand
    : []

const carryOut = (calls: ApiCalls, order: Order, requestId: string, key: string | undefined): string => {
  const { store, account } = calls
  const request = { id: requestId, idempotency_key: key ?? null }
  const context: Context = { store, now: now(store), request, account }
  const answer = order.route.handle(context, order.params, order.ids, order.audience)
  return `${JSON.stringify(expand(store, includable, answer, pathsToExpand(order.params)), null, 2)}\n`
}

/**
 * Lets happen what is due, before somebody looks at it.
 * @throws {ApiError} 429 where the clock was advanced so far that a change has to wait, as at Stripe
 */
const catchUp = ({ store, account }: ApiCalls, { method, path }: ApiRequest): void => {
  const isBehind = carryOutDue(store, account, Date.now() + CATCH_UP)
  if (!isBehind || method === 'GET' || path.startsWith('/v1/test_helpers/')) return
  throw new ApiError(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Test clock advancement underway - cannot perform modifications',
  })
}

/** Carries a call out: all of its changes or, where it is refused, none but those that the refusal itself makes. */
const attempt = (calls: ApiCalls, order: Order, requestId: string, key?: string, fault?: Fault) => {
  const failed = (error: unknown): { status: number; body: string } => {
    if (error instanceof ApiError) return { status: error.status, body: errorBody(error, requestId) }
    throw error
  }
  try {
    return calls.store.transaction(() => {
      try {
        if (fault?.kind === 'status') throw errorOfStatus(fault.status)
        return { status: 200, body: carryOut(calls, order, requestId, key) }
      } catch (error) {
        if (error instanceof ApiError && error.keepsChanges) return failed(error)
        throw error
      }
    })
  } catch (error) {
    return failed(error)
  }
}

const replyHeaders = (requestId: string, key: string | undefined): { [name: string]: string } => ({
  'content-type': 'application/json',
  'request-id': requestId,
  'stripe-version': API_VERSION,
  'cache-control': 'no-cache, no-store',
  ...(key === undefined ? {} : { 'idempotency-key': key }),
})

/** Answers a call of the API. */
export const answerCall = async (calls: ApiCalls, request: ApiRequest): Promise<Reply> => {
  const requestId = newId('req')
  const key = request.method === 'POST' ? header(request, 'idempotency-key') : undefined
  const reply = (status: number, body: string, replayedFrom?: string): Reply => {
    const replay = replayedFrom === undefined ? {} : { 'idempotent-replayed': 'true', 'original-request': replayedFrom }
    note(status, replayedFrom !== undefined)
    return { status, headers: { ...replyHeaders(requestId, key), ...replay }, body }
  }
  const note = (status: number | null, replayed: boolean): void =>
    writeJournal(calls.store, {
      method: request.method,
      path: request.path,
      status,
      idempotency_key: key ?? null,
      replayed,
      request_id: requestId,
    })
  const cut = (): Reply => {
    note(null, false)
    return undefined
  }
  try {
    const order = understand(calls, request)
    const fault = calls.faults.take(request.method, request.path)
    if (fault?.kind === 'drop_before') return cut()
    const use = key === undefined ? undefined : calls.idempotency.callWith(key, request.path, request.form)
    const kept = use === undefined ? undefined : calls.idempotency.begin(use)
    if (kept !== undefined) return fault?.kind === 'drop_after' ? cut() : reply(kept.status, kept.body, kept.requestId)
    try {
      if (fault?.kind === 'delay') await wait(fault.ms)
      catchUp(calls, request)
      const answer = calls.store.transaction(() => {
        const done = attempt(calls, order, requestId, key, fault)
        if (use !== undefined && isKept(done.status)) calls.idempotency.keep(use, { ...done, requestId })
        return done
      })
      if (request.method !== 'GET') calls.changed()
      return fault?.kind === 'drop_after' ? cut() : reply(answer.status, answer.body)
    } finally {
      if (use !== undefined) calls.idempotency.end(use)
    }
  } catch (error) {
    if (error instanceof ApiError) return reply(error.status, errorBody(error, requestId))
    throw error
  }
}
