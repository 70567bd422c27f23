import type { Endpoint } from '#schemas/endpoint.ts'
import { grants } from '#schemas/policy.ts'
import type { SignedIn } from './actor.ts'
import { forbidden, notFound, unauthenticated } from './problem.ts'

/**
 * Lets the caller through or throws 401, 403 or, where only operators go, 404 (D-02): default deny, one policy (ABIL-27).
 * What needs no ability is the user's own; an API token comes there only where the contract says so.
 */
export const authorize = ({ access, byToken }: Pick<Endpoint, 'access' | 'byToken'>, actor: SignedIn | undefined) => {
  if (access === 'public') return
  if (access === 'operator') {
    if (!actor?.operator) throw notFound()
    return
  }
  if (!actor) throw unauthenticated()
  const granted = access === 'signed-in' ? actor.token === null || byToken === true : grants(actor.abilities, access)
  if (!granted) throw forbidden()
}
