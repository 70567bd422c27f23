import type { Request } from 'express'
import { noAbilities } from '#schemas/abilities.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { abilitiesOf, type Membership, scopeOf } from '#schemas/membership.ts'
import type { SignedIn } from './actor.ts'

/** Where callers are looked up: the rights of this moment, not those of sign-in. */
export type Memberships = {
  /** Undefined for somebody who never was, and for a person who was erased. */
  user: (userId: UserId) => { email: string | null; session_epoch: number } | undefined
  /** The membership that counts now: in the team asked for, else in the one used last. */
  current: (userId: UserId, teamId: TeamId | null) => (Membership & { teamId: TeamId }) | undefined
}

/** Addresses of those who run the platform, in lower case (D-02). */
export type OperatorEmails = readonly string[]

/** What the request is made with: the session of its Bearer token, or of its cookie where it has no such header. */
const sessionOf = (request: Request) =>
  request.headers.authorization === undefined ? request.session : request.bearer?.session

/** The caller as the session tells; undefined for a guest, and once all sessions of that time were ended. */
export const actorOf = (
  memberships: Memberships,
  operatorEmails: OperatorEmails,
  request: Request,
): SignedIn | undefined => {
  const { userId, teamId, epoch } = sessionOf(request) ?? {}
  if (!userId || epoch === undefined) return undefined
  const { email, session_epoch } = memberships.user(userId) ?? {}
  // A replica that is behind may not know of the newest epoch yet.
  if (!email || session_epoch === undefined || epoch < session_epoch) return undefined
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
