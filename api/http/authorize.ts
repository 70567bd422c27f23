import { type Access, grants } from '#schemas/policy.ts'
import type { SignedIn } from './actor.ts'
import { forbidden, notFound, unauthenticated } from './problem.ts'

/** Lets the caller through or throws 401, 403 or, where only operators go, 404 (D-02): default deny, one policy (ABIL-27). */
export const authorize = (access: Access, actor: SignedIn | undefined): void => {
  if (access === 'public') return
  if (access === 'operator') {
    if (!actor?.operator) throw notFound()
    return
  }
  if (!actor) throw unauthenticated()
  if (access !== 'signed-in' && !grants(actor.abilities, access)) throw forbidden()
}
