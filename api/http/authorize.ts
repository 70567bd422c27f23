import type { Endpoint } from '#schemas/endpoint.ts'
import { type Access, asksPlan, type CalledByImpersonator, grants, isInPerson } from '#schemas/policy.ts'
import { isTeamRight, roleHolds } from '#schemas/team-rights.ts'
import type { SignedIn } from './actor.ts'
import { factorFirst, forbidden, notFound, onlyInPerson, unauthenticated, unpaid, unverified } from './problem.ts'

/** Whether a signed-in caller holds the required access; an API token must carry it as well (D-66). */
export const holds = (actor: SignedIn, access: Exclude<Access, 'public' | 'operator'>, byToken = false): boolean => {
  const { abilities, operator, role, token } = actor
  if (access === 'signed-in') return token === null || byToken
  if (isTeamRight(access)) return operator || (roleHolds(role, access) && (token === null || token.includes(access)))
  return grants(abilities, access)
}

/** Whether the token of a caller lacks what its user may do. */
const lacks = ({ token }: SignedIn, access: Access): boolean =>
  access !== 'signed-in' && token !== null && !token.some((ability) => ability === access)

/** Whether the team of a caller may do nothing but subscribe, which time alone can bring about (D-44). */
const isUnpaid = ({ coveredUntil }: SignedIn): boolean =>
  coveredUntil !== null && coveredUntil <= new Date().toISOString()

/**
 * Accepts the caller or throws 401, 402, 403 or, for operator endpoints, 404 (D-02): default deny, one policy. With
 * `verifiedOnly`, an unverified user may call only endpoints whose contract says `unverified` (D-94). An impersonating
 * operator may do what the user may, except what only the user does (D-64, D-115). While the team needs a subscription,
 * nothing of its records can be called: neither what needs an ability, nor endpoints marked `needsPlan` (D-44).
 * Endpoints that need no ability concern the user's own data; an API token needs `byToken` in the contract there.
 */
export const authorize = (
  { access, byToken, ...endpoint }: Pick<Endpoint, 'byToken' | 'unverified' | 'needsPlan'> & CalledByImpersonator,
  actor: SignedIn | undefined,
  verifiedOnly: boolean,
) => {
  if (access === 'public') return
  if (access === 'operator') {
    if (actor?.operatorLacksFactor && actor.token === null) throw factorFirst('Operators need')
    if (!actor?.operator || (verifiedOnly && !actor.verified)) throw notFound().recordedAs('access_refused')
    return
  }
  if (!actor) throw unauthenticated()
  if (verifiedOnly && !actor.verified && !endpoint.unverified) throw unverified()
  if (actor.impersonator && isInPerson({ access, ...endpoint })) throw onlyInPerson()
  if (actor.factorDue && access !== 'signed-in') throw factorFirst('Your team asks for')
  if (!holds(actor, access, byToken)) throw lacks(actor, access) ? forbidden().lacking(access) : forbidden()
  if (asksPlan({ access, ...endpoint }) && isUnpaid(actor)) throw unpaid()
}
