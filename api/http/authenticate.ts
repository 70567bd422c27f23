import type { Request } from 'express'
import { abilitiesOfRole, type Role } from '#schemas/abilities.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { Actor } from './actor.ts'

/** Where memberships are looked up: the rights of this moment, not those of sign-in. */
export type Memberships = { membership: (userId: UserId, teamId: TeamId) => { role: Role } | undefined }

/** The caller as the session tells; undefined for a guest or a former member. */
export const actorOf = (memberships: Memberships, request: Request): Actor | undefined => {
  const { userId, teamId } = request.session ?? {}
  if (!userId || !teamId) return undefined
  const membership = memberships.membership(userId, teamId)
  if (!membership) return undefined
  const { role } = membership
  return { userId, teamId, role, abilities: abilitiesOfRole(role), via: { kind: 'session', id: null } }
}
