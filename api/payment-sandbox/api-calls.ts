import { setTimeout as wait } from 'node:timers/promises'
import { authenticate } from './authentication.ts'
import { now } from './clock.ts'
import { apiVersion } from './context.ts'
import { carryOutDue } from './due.ts'
import { ApiError, invalidRequest, unknownUrl } from './errors.ts'
import { expand } from './expand.ts'
import { errorOfStatus, type Fault, type Faults } from './faults.ts'
import { parseForm } from './form.ts'
import type { Idempotency } from './idempotency.ts'
import { newId } from './ids.ts'
import { writeJournal } from './journal.ts'
import { parseParameters } from './parameters.ts'
import { routes } from './resources.ts'
import { matchRoute, type Route } from './routes.ts'
import type { Store } from './store.ts'

export type ApiRequest = {
  method: string
  path: string
  /** Parameters as a form: the query of a GET or DELETE, else the body. */
  form: string
  headers: NodeJS.Dict<string | string[]> & { authorization?: string | undefined }
}

/** Undefined: the connection is cut. */
export type Reply = { status: number; headers: { [name: string]: string }; body: string } | undefined

export type ApiCalls = {
  store: Store
  idempotency: Idempotency
  faults: Faults
  keys: { secretKey: string; publishableKey: string }
  /** Something was changed: further things may be due, or to be sent. */
  changed: () => void
}

/** Milliseconds that a call waits for what is due. */
const catchUpWithin = 500

const header = ({ headers }: ApiRequest, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

type Answer = { status: number; body: string }

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const refusalOf = ({ status, body }: ApiError, requestId: string): Answer => ({
  status,
  body: json({ error: { ...body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` } }),
})

/** Whether an answer with this status is kept under its key: Stripe keeps calls that were carried out, failures too. */
const isKept = (status: number): boolean => ![401, 409, 429].includes(status)

type Order = { route: Route; ids: string[]; params: unknown; paths: readonly string[] }

/** Finds and checks a call, before anything is carried out. */
const understand = ({ keys }: ApiCalls, request: ApiRequest): Order => {
  const found = matchRoute(routes, request.method, request.path)
  authenticate(
    request.headers.authorization,
    keys.secretKey,
    found?.route.forBrowsers === true ? keys.publishableKey : undefined,
  )
  const version = header(request, 'stripe-version') ?? apiVersion
  if (version !== apiVersion) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. The sandbox speaks ${apiVersion}.`)
  }
  if (found === undefined) throw unknownUrl(request)
  const params = parseParameters(found.route.schema, parseForm(request.form))
  return { ...found, params, paths: (params as { expand?: string[] }).expand ?? [] }
}

/**
 * Lets happen what is due, before somebody looks at it.
 * @throws {ApiError} 429 where the clock was advanced so far that a change has to wait, as at Stripe
 */
const catchUp = ({ store }: ApiCalls, { method, path }: ApiRequest): void => {
  const isBehind = carryOutDue(store, Date.now() + catchUpWithin)
  if (!isBehind || method === 'GET' || path.startsWith('/v1/test_helpers/')) return
  throw new ApiError(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Test clock advancement underway - cannot perform modifications',
  })
}

/** Carries a call out: all of its changes or, where it is refused, none but those that the refusal itself makes. */
const attempt = (
  { store }: ApiCalls,
  { route, ids, params, paths }: Order,
  { requestId, key, fault }: { requestId: string; key: string | undefined; fault: Fault | undefined },
): Answer => {
  const failed = (error: unknown): Answer => {
    if (error instanceof ApiError) return refusalOf(error, requestId)
    throw error
  }
  try {
    return store.transaction(() => {
      try {
        if (fault?.kind === 'status') throw errorOfStatus(fault.status)
        const request = { id: requestId, idempotency_key: key ?? null }
        const answer = route.handle({ store, now: now(store), request }, params, ids)
        return { status: 200, body: json(expand(store, answer, paths)) }
      } catch (error) {
        if (error instanceof ApiError && error.keepsChanges) return failed(error)
        throw error
      }
    })
  } catch (error) {
    return failed(error)
  }
}

/** Answers a call of the API. */
export const answerCall = async (calls: ApiCalls, request: ApiRequest): Promise<Reply> => {
  const { store, idempotency } = calls
  const { method, path } = request
  const requestId = newId('req')
  const key = method === 'POST' ? header(request, 'idempotency-key') : undefined
  const note = (status: number | null, replayed = false): void =>
    writeJournal(store, { method, path, status, idempotency_key: key ?? null, replayed, request_id: requestId })
  const cut = (): Reply => {
    note(null)
    return undefined
  }
  const reply = ({ status, body }: Answer, replayedFrom?: string): Reply => {
    note(status, replayedFrom !== undefined)
    const headers = {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': apiVersion,
      'cache-control': 'no-cache, no-store',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(replayedFrom === undefined ? {} : { 'idempotent-replayed': 'true', 'original-request': replayedFrom }),
    }
    return { status, headers, body }
  }
  try {
    const order = understand(calls, request)
    const fault = calls.faults.take(method, path)
    if (fault?.kind === 'drop_before') return cut()
    const use = key === undefined ? undefined : idempotency.callWith(key, path, request.form)
    const kept = use === undefined ? undefined : idempotency.begin(use)
    if (kept !== undefined) return fault?.kind === 'drop_after' ? cut() : reply(kept, kept.requestId)
    try {
      if (fault?.kind === 'delay') await wait(fault.ms)
      catchUp(calls, request)
      const answer = store.transaction(() => {
        const done = attempt(calls, order, { requestId, key, fault })
        if (use !== undefined && isKept(done.status)) idempotency.keep(use, { ...done, requestId })
        return done
      })
      if (method !== 'GET') calls.changed()
      return fault?.kind === 'drop_after' ? cut() : reply(answer)
    } finally {
      if (use !== undefined) idempotency.end(use)
    }
  } catch (error) {
    if (error instanceof ApiError) return reply(refusalOf(error, requestId))
    throw error
  }
}
