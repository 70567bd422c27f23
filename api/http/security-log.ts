import type { Request } from 'express'
import type { Logger } from 'pino'
import { type Rule, RuleBroken } from '#api/domain/rule.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { isTeamRight, roleHolds } from '#schemas/policy.ts'
import type { SecurityEvent } from '#schemas/rights/security-events.ts'
import { today } from '#schemas/time/dates.ts'
import type { SignedIn } from './actor.ts'
import type { HttpProblem } from './problem.ts'
import { requestFields } from './request-log.ts'
import { addressOf, typedEmail } from './throttle-keys.ts'

/** Records what a request has done or was refused: a line, and one more in the count of its day. */
export type SecurityLog = (event: SecurityEvent, request: Request) => void

export type SecurityLogSetup = {
  logger: Logger
  digest: (purpose: string, text: string) => string
  counts: { add: (day: string, kind: string) => Promise<void> }
}

/**
 * Lines with `log: 'security'`, whatever the level of the others unless that is silent. Addresses, of machines and of
 * people, are keyed digests: equal ones can be told to be equal, and none can be read.
 */
export const openSecurityLog = ({ logger, digest, counts }: SecurityLogSetup): SecurityLog => {
  const log = logger.child({ log: 'security' }, { level: logger.level === 'silent' ? 'silent' : 'info' })
  const digestOf = (text: string) => digest('security-log', text)
  return (event, request) => {
    const { session } = request
    const email = typedEmail(request)
    log.info(
      {
        event,
        ...requestFields(request),
        userId: request.actor?.userId ?? session?.pending?.userId,
        teamId: request.actor?.teamId ?? undefined,
        tokenId: request.actor?.via.id ?? undefined,
        subject: event.startsWith('operator') || event === 'content_read' ? request.params.id : undefined,
        address: digestOf(addressOf(request)),
        account: email === '' ? undefined : digestOf(email),
      },
      'security event',
    )
    // The line is written; without Redis nothing counts.
    counts.add(today(new Date(), 'UTC'), event).catch(() => {})
  }
}

/** Whether an operator uses the right of a team in which they do not have it. */
const isAbove = ({ access }: Endpoint, actor: SignedIn | undefined): boolean =>
  access === 'operator' || (isTeamRight(access) && actor?.operator === true && !roleHolds(actor.role, access))

/** Whether a request that was served may be an event. */
export const isNoted = ({ access, caller }: Endpoint): boolean =>
  caller?.recorded !== undefined || access === 'operator' || isTeamRight(access)

/** The event of a request that was served, if it is one. */
export const eventOfService = (endpoint: Endpoint, actor: SignedIn | undefined): SecurityEvent | undefined => {
  if (!isAbove(endpoint, actor)) return endpoint.caller?.recorded
  return endpoint.method === 'GET' ? 'operator_looked' : 'operator_acted'
}

const wrongProofs: Partial<Record<Rule, SecurityEvent>> = {
  'sign-in-refused': 'sign_in_failed',
  'password-wrong': 'password_refused',
  'share-password-wrong': 'password_refused',
  'code-wrong': 'code_refused',
  'oauth-grant-void': 'grant_refused',
}

/** The event of a request that was refused, if it is one: most refusals only tell about the input. */
export const eventOfRefusal = (error: unknown, problem: HttpProblem, request: Request): SecurityEvent | undefined => {
  if (error instanceof RuleBroken && wrongProofs[error.rule]) return wrongProofs[error.rule]
  if (problem.event) return problem.event
  if (problem.status === 429) return 'throttled'
  // A page asks for the password, and sends the request again.
  if (problem.status === 403) return problem.problem.confirm ? undefined : 'access_refused'
  const withToken = request.headers.authorization !== undefined && request.bearer === undefined
  return problem.status === 401 && withToken ? 'token_refused' : undefined
}
