import type { Endpoint } from '#schemas/endpoint.ts'
import { grants } from '#schemas/policy.ts'
import type { SignedIn } from './actor.ts'
import { forbidden, notFound, unauthenticated, unverified } from './problem.ts'

/**
 * Lets the caller through or throws 401, 403 or, where only operators go, 404 (D-02): default deny, one policy (ABIL-27).
 * With `verifiedOnly` whoever has not verified their address comes where the contract says so, and nowhere else (D-94).
 * What needs no ability is the user's own; an API token comes there only where the contract says so.
 */
export const authorize = (
  { access, byToken, ...endpoint }: Pick<Endpoint, 'access' | 'byToken' | 'unverified'>,
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
  const granted = access === 'signed-in' ? actor.token === null || byToken === true : grants(actor.abilities, access)
  if (!granted) throw forbidden()
}
