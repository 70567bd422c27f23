import { type Access, grants } from '#schemas/policy.ts'
import type { Actor } from './actor.ts'
import { forbidden, unauthenticated } from './problem.ts'

/** Lets the caller through or throws 401 or 403: default deny, one policy (ABIL-27). */
export const authorize = (access: Access, actor: Actor | undefined): void => {
  if (access === 'public') return
  if (!actor) throw unauthenticated()
  if (access !== 'signed-in' && !grants(actor.abilities, access)) throw forbidden()
}
