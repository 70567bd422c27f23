import type { Caller } from '#schemas/endpoint.ts'
import {
  type Access,
  asksPlan,
  type CalledByImpersonator,
  grants,
  holdsRight,
  isInPerson,
  isTeamRight,
} from '#schemas/policy.ts'
import type { SignedIn } from './actor.ts'
import {
  factorFirst,
  forbidden,
  HttpProblem,
  notFound,
  onlyInPerson,
  unauthenticated,
  unpaid,
  unverified,
} from './problem.ts'

/** Whether a token may call an endpoint that needs no ability (D-66, D-114). */
const opens = (token: NonNullable<SignedIn['token']>, byToken: Caller['byToken']): boolean => {
  if (byToken === undefined || byToken === 'bare') return byToken === 'bare'
  return byToken === true ? token.length > 0 : token.includes(byToken)
}

/** Whether a signed-in caller holds the required access; an API token must carry it as well (D-66). */
export const holds = (
  actor: SignedIn,
  access: Exclude<Access, 'public' | 'operator'>,
  byToken?: Caller['byToken'],
): boolean => {
  const { abilities, operator, token } = actor
  if (access === 'signed-in') return token === null || opens(token, byToken)
  if (isTeamRight(access)) return operator || holdsRight(actor, access)
  return grants(abilities, access)
}

/** The refusal of a caller: whether their token lacks a scope, and which, or they may not do it themselves. */
const refusalOf = ({ token }: SignedIn, access: Access, byToken: Caller['byToken']): HttpProblem => {
  if (token === null) return forbidden()
  if (access !== 'signed-in')
    return token.some((ability) => ability === access) ? forbidden() : forbidden().lacking(access)
  return byToken === undefined ? forbidden() : forbidden().lacking(byToken === 'billing.view' ? byToken : null)
}

/** Whether a caller would be accepted. */
export const isAuthorized = (...asked: Parameters<typeof authorize>): boolean => {
  try {
    authorize(...asked)
    return true
  } catch (error) {
    if (error instanceof HttpProblem) return false
    throw error
  }
}

/**
 * Accepts the caller or throws 401, 402, 403 or, for operator endpoints, 404 (D-02): default deny, one policy. With
 * `verifiedOnly`, an unverified user may call only endpoints whose contract says `unverified` (D-94). An impersonating
 * operator may do what the user may, except what only the user does (D-64, D-115). While the team needs a subscription,
 * nothing of its records can be called: neither what needs an ability, nor endpoints marked `needsPlan` (D-44).
 * Endpoints that need no ability concern the user's own data; an API token needs `byToken` in the contract there.
 */
export const authorize = (
  endpoint: CalledByImpersonator & { caller?: Pick<Caller, 'byToken' | 'orBy' | 'andBy' | 'unverified' | 'needsPlan'> },
  actor: SignedIn | undefined,
  verifiedOnly: boolean,
) => {
  const { access, caller } = endpoint
  if (access === 'public') return
  if (access === 'operator') {
    if (actor?.operatorLacksFactor && actor.token === null) throw factorFirst('Operators need')
    if (!actor?.operator || (verifiedOnly && !actor.verified)) throw notFound().recordedAs('access_refused')
    return
  }
  if (!actor) throw unauthenticated()
  if (verifiedOnly && !actor.verified && !caller?.unverified) throw unverified()
  if (actor.impersonator && isInPerson(endpoint)) throw onlyInPerson()
  if (actor.factorDue && access !== 'signed-in') throw factorFirst('Your team asks for')
  const isAllowed = holds(actor, access, caller?.byToken) || (caller?.orBy && holds(actor, caller.orBy))
  if (!isAllowed) throw refusalOf(actor, access, caller?.byToken)
  if (caller?.andBy && !holds(actor, caller.andBy)) throw refusalOf(actor, caller.andBy, undefined)
  // Time alone can bring about that a team may do nothing but subscribe (D-44).
  const { coveredUntil } = actor
  if (coveredUntil !== null && coveredUntil <= new Date().toISOString() && asksPlan(endpoint)) throw unpaid()
}
