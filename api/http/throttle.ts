import type { Request, RequestHandler } from 'express'
import { rateLimit, type Store } from 'express-rate-limit'
import { ceilingOf } from '#schemas/ceilings.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Throttle } from '#schemas/limits/ceiling-numbers.ts'
import { HttpProblem } from './problem.ts'
import { accountKey, keys, oncePerRequest } from './throttle-keys.ts'

/**
 * The tools of throttling: a store per limit, a keyed digest, because the keys are personal data, and whether the
 * application is reached from this machine alone, where some limits do not apply.
 */
export type Limits = {
  storeOf: (name: string) => Store
  digest: (purpose: string, text: string) => string
  local: boolean
  /** Those that several operations count by. */
  together: Map<string, RequestHandler>
  /** The open requests of a group of operations, by caller. */
  openCallsOf: (group: string) => Map<string, number>
}

const minute = 60_000

/** A wait as a person says it. */
const inWords = (seconds: number): string => {
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`
}

const tooMany = (seconds: number) =>
  new HttpProblem(429, { message: `Too many attempts. Please try again in ${inWords(seconds)}.` }, seconds)

/** The limits of an endpoint with the names of their stores, in their order: what one refuses counts in none after it. */
const namedLimits = (endpoint: Endpoint): { name: string; limit: Throttle }[] =>
  (ceilingOf(endpoint)?.tries ?? []).map((limit, at) => ({
    name: limit.together ?? `${endpoint.method} ${endpoint.path}${at === 0 ? '' : ` ${at}`}`,
    limit,
  }))

const keyOf = ({ digest }: Limits, key: string): string => digest('throttle', key)

const keysOf = oncePerRequest(() => new Map<Throttle['by'], string>())

/** The key of a request, which several limits of it share. */
const requestKey = (limits: Limits, by: Throttle['by'], request: Request): string => {
  const known = keysOf(request).get(by) ?? keyOf(limits, keys[by](request))
  keysOf(request).set(by, known)
  return known
}

/** A request that a limit has counted, and when that count ends. */
type Limited = Request & { rateLimit?: { resetTime?: Date } }

const isExempt = ({ body }: Request, { unless, only }: Throttle): boolean => {
  const has = (field: string) => typeof body?.[field] === 'string' && body[field] !== ''
  return (unless !== undefined && has(unless)) || (only !== undefined && !has(only))
}

/** Whether an answer counts where successful tries do not. What another limit or an outage refused was no try. */
const isFailure = (counts: Throttle['counts'], status: number): boolean => {
  if (status === 429 || status === 503) return false
  if (counts === 'unauthenticated') return status === 401
  return status >= 400 && (counts !== 'refused' || status !== 401)
}

const throttledBy = (name: string, throttle: Throttle, limits: Limits) => {
  const { tries, within = minute, by, counts } = throttle
  return rateLimit({
    windowMs: within,
    limit: tries,
    store: limits.storeOf(name),
    keyGenerator: (request) => requestKey(limits, by, request),
    skipSuccessfulRequests: ['failures', 'unauthenticated', 'refused'].includes(counts),
    requestWasSuccessful: (_request, { statusCode }) => !isFailure(counts, statusCode),
    standardHeaders: false,
    legacyHeaders: false,
    handler: (request, _response, next) => {
      const { resetTime } = (request as Limited).rateLimit ?? {}
      const seconds = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now() + within) - Date.now()) / 1000))
      next(tooMany(seconds))
    },
  })
}

/**
 * Takes a refused try off a count of successes. The library would do so for every caller who does not wait for the answer
 * too, however the try ended.
 */
const takeRefusedOff =
  (name: string, throttle: Throttle, limits: Limits): RequestHandler =>
  (request, response, next) => {
    if (isExempt(request, throttle)) return next()
    const { resetTime } = (request as Limited).rateLimit ?? {}
    const key = requestKey(limits, throttle.by, request)
    response.once('finish', () => {
      const isOver = resetTime !== undefined && Date.now() >= resetTime.getTime()
      // A count that cannot be reached stays higher, which refuses sooner.
      if (response.statusCode >= 400 && !isOver) Promise.resolve(limits.storeOf(name).decrement(key)).catch(() => {})
    })
    next()
  }

/** Each limit listens to the end of the response; Node.js takes more than ten listeners for a leak. */
const expecting =
  (listeners: number): RequestHandler =>
  (_request, response, next) => {
    response.setMaxListeners(response.getMaxListeners() + listeners)
    next()
  }

/** Counts what is not exempt; operations that count together share the counter. */
const counter = (name: string, limit: Throttle, limits: Limits): RequestHandler => {
  const count = limits.together.get(name) ?? throttledBy(name, limit, limits)
  if (limit.together !== undefined) limits.together.set(name, count)
  return (request, response, next) => (isExempt(request, limit) ? next() : count(request, response, next))
}

const isOfBody = ({ by, unless, only }: Throttle): boolean =>
  by === 'email-and-address' ||
  by === 'account' ||
  by === 'client-and-address' ||
  unless !== undefined ||
  only !== undefined

/**
 * Answers 429 with `Retry-After` after too many attempts (D-07, D-80, D-102). `early` limits need nothing of the body, so
 * that whoever they refuse costs no more than its bytes on the wire (D-116); `late` ones need it.
 */
export const throttled = (endpoint: Endpoint, limits: Limits): Record<'early' | 'late', RequestHandler[]> => {
  const applied = namedLimits(endpoint).filter(
    ({ limit: { by, elsewhere } }) => !limits.local || (by !== 'address' && !elsewhere),
  )
  const counting = (which: typeof applied) =>
    which.flatMap(({ name, limit }) => [
      counter(name, limit, limits),
      ...(limit.counts === 'successes' ? [takeRefusedOff(name, limit, limits)] : []),
    ])
  const early = counting(applied.filter(({ limit }) => !isOfBody(limit)))
  const late = counting(applied.filter(({ limit }) => isOfBody(limit)))
  const all = early.length + late.length
  return { early: all > 1 ? [expecting(all), ...early] : early, late }
}

/** Forgets the tries at an account, whose owner has proven to be one (D-102). */
export const forgiveAccount = async (endpoint: Endpoint, limits: Limits, email: string): Promise<void> => {
  const ofAccount = namedLimits(endpoint).filter(({ limit: { by } }) => by === 'account')
  await Promise.all(ofAccount.map(({ name }) => limits.storeOf(name).resetKey(keyOf(limits, accountKey(email)))))
}

/** Opens the store of each limit once, so that those who count and those who forgive use the same. */
export const openLimits = (open: (name: string) => Store, digest: Limits['digest'], local: boolean): Limits => {
  const stores = new Map<string, Store>()
  const storeOf = (name: string): Store => {
    const store = stores.get(name) ?? open(name)
    stores.set(name, store)
    return store
  }
  const groups = new Map<string, Map<string, number>>()
  const openCallsOf = (group: string): Map<string, number> => {
    const calls = groups.get(group) ?? new Map<string, number>()
    groups.set(group, calls)
    return calls
  }
  return { storeOf, digest, local, together: new Map(), openCallsOf }
}
