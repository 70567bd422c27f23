import type { Request } from 'express'
import { noAbilities } from '#schemas/abilities.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { abilitiesOf, type Membership, scopeOf } from '#schemas/membership.ts'
import type { SignedIn } from './actor.ts'

/** Where callers are looked up: the rights of this moment, not those of sign-in. */
export type Memberships = {
  /** Undefined for somebody who never was, and for a person who was erased. */
  user: (userId: UserId) => { email: string | null } | undefined
  /** The membership that counts now: in the team asked for, else in the one used last. */
  current: (userId: UserId, teamId: TeamId | null) => (Membership & { teamId: TeamId }) | undefined
}

/** Addresses of those who run the platform, in lower case (D-02). */
export type OperatorEmails = readonly string[]

/** The caller as the session tells; undefined for a guest. */
export const actorOf = (
  memberships: Memberships,
  operatorEmails: OperatorEmails,
  request: Request,
): SignedIn | undefined => {
  const { userId, teamId } = request.session ?? {}
  if (!userId) return undefined
  const email = memberships.user(userId)?.email
  if (!email) return undefined
  const membership = memberships.current(userId, teamId ?? null)
  return {
    userId,
    teamId: membership?.teamId ?? null,
    role: membership?.role ?? null,
    abilities: membership ? abilitiesOf(membership) : noAbilities,
    scope: membership ? scopeOf(membership.teamId, membership) : null,
    operator: operatorEmails.includes(email.toLowerCase()),
    via: { kind: 'session', id: null },
  }
}
