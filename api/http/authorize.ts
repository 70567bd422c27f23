import type { Endpoint } from '#schemas/endpoint.ts'
import { type Access, grants } from '#schemas/policy.ts'
import { isTeamRight, roleHolds } from '#schemas/team-rights.ts'
import type { SignedIn } from './actor.ts'
import { forbidden, notFound, onlyInPerson, unauthenticated, unverified } from './problem.ts'

/** Whether somebody signed in holds what an endpoint needs; an API token has to carry it as well (D-66). */
const holds = (actor: SignedIn, access: Exclude<Access, 'public' | 'operator'>, byToken = false): boolean => {
  const { abilities, operator, role, token } = actor
  if (access === 'signed-in') return token === null || byToken
  if (isTeamRight(access)) return operator || (roleHolds(role, access) && (token === null || token.includes(access)))
  return grants(abilities, access)
}

/**
 * Lets the caller through or throws 401, 403 or, where only operators go, 404 (D-02): default deny, one policy (ABIL-27).
 * With `verifiedOnly` whoever has not verified their address comes where the contract says so, and nowhere else (D-94).
 * An operator in somebody's name may do what they may, save what they alone do (D-64).
 * What needs no ability is the user's own; an API token comes there only where the contract says so.
 */
export const authorize = (
  { access, byToken, ...endpoint }: Pick<Endpoint, 'access' | 'byToken' | 'unverified' | 'inPerson'>,
  actor: SignedIn | undefined,
  verifiedOnly: boolean,
) => {
  if (access === 'public') return
  if (access === 'operator') {
    if (!actor?.operator || (verifiedOnly && !actor.verified)) throw notFound()
    return
  }
  if (!actor) throw unauthenticated()
  if (verifiedOnly && !actor.verified && !endpoint.unverified) throw unverified()
  if (actor.impersonator && endpoint.inPerson) throw onlyInPerson()
  if (!holds(actor, access, byToken)) throw forbidden()
}
