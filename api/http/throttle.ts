import type { Request, RequestHandler } from 'express'
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit'
import type { Endpoint, Throttle } from '#schemas/endpoint.ts'
import { HttpProblem } from './problem.ts'

/** What counting needs: where the counts of one limit are, and a keyed digest, for the keys tell about people. */
export type Limits = { storeOf: (name: string) => Store; digest: (purpose: string, text: string) => string }

const windowMs = 60_000

/** The machine that a request comes from; of IPv6 its network. */
const addressOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown')

/** The user whose session or token the request carries, or else the machine. */
export const callerOf = (request: Request): string => {
  const { session, bearer } = request
  const userId = bearer?.kind === 'token' ? bearer.userId : (bearer?.session ?? session)?.userId
  return userId ?? addressOf(request)
}

/** Counted before it is parsed: what is no text may be anything, and is refused soon after. */
const typedEmail = ({ body }: Request): string => (typeof body?.email === 'string' ? body.email.normalize('NFKC') : '')

/** Who counts as the same. */
const keys: Record<Throttle['by'], (request: Request) => string> = {
  'email-and-address': (request) => `${typedEmail(request).trim().toLowerCase()} ${addressOf(request)}`,
  // No address: whoever knows the password could try codes from many.
  'pending-user': (request) => request.session?.pending?.userId ?? addressOf(request),
  user: callerOf,
}

const tooMany = (seconds: number) =>
  new HttpProblem(429, { message: `Too many attempts. Please try again in ${seconds} seconds.` }, seconds)

/** Refuses what is tried too often with 429 and `Retry-After` (D-07, D-80). */
export const throttled = (
  { method, path }: Endpoint,
  { tries, by, counts }: Throttle,
  limits: Limits,
): RequestHandler =>
  rateLimit({
    windowMs,
    limit: tries,
    store: limits.storeOf(`${method} ${path}`),
    keyGenerator: (request) => limits.digest('throttle', keys[by](request)),
    skipSuccessfulRequests: counts === 'failures',
    standardHeaders: false,
    legacyHeaders: false,
    handler: (request, _response, next) => {
      const { resetTime } = (request as Request & { rateLimit?: { resetTime?: Date } }).rateLimit ?? {}
      const seconds = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now() + windowMs) - Date.now()) / 1000))
      next(tooMany(seconds))
    },
  })
