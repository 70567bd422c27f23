import type { Request } from 'express'
import { type Abilities, noAbilities } from '#schemas/abilities.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { abilitiesOf, type Membership, scopeOf } from '#schemas/membership.ts'
import { narrowed } from '#schemas/token-abilities.ts'
import type { SignedIn } from './actor.ts'
import type { BearerToken } from './bearer.ts'
import type { Impersonator } from './session.ts'

/** Where callers are looked up: the rights of this moment, not those of sign-in. */
export type Memberships = {
  /** Undefined for somebody who never was, and for a person who was erased. */
  user: (userId: UserId) => { email: string | null; session_epoch: number; email_verified: number } | undefined
  /** The membership that counts now: in the team asked for, else in the one used last. */
  current: (userId: UserId, teamId: TeamId | null) => (Membership & { teamId: TeamId }) | undefined
}

/**
 * Addresses of those who run the platform, in lower case (D-02). Where mails really go out an address counts only once
 * its owner has proven to read it (D-94): anybody could have registered with it.
 */
export type Operators = { emails: readonly string[]; mustBeVerified: boolean }

const isOperator = ({ emails, mustBeVerified }: Operators, email: string, verified: boolean): boolean =>
  emails.includes(email.toLowerCase()) && (verified || !mustBeVerified)

/**
 * What a request is made with: whose it is, in which team they chose to work, what narrows their rights, and which
 * operator works in their name.
 */
export type Credential = {
  userId: UserId
  teamId: TeamId | null
  epoch: number
  token: BearerToken | null
  impersonator?: Impersonator | undefined
}

/** Of its Bearer token, or of its cookie where it has no such header. */
export const credentialOf = ({ headers, session, bearer }: Request): Credential | undefined => {
  // A token is revoked by itself; that sessions were ended does not touch it.
  if (bearer?.kind === 'token') return { ...bearer, epoch: Number.POSITIVE_INFINITY, token: bearer }
  const { userId, teamId, epoch, impersonator } =
    (headers.authorization === undefined ? session : bearer?.session) ?? {}
  return userId && epoch !== undefined
    ? { userId, teamId: teamId ?? null, epoch, token: null, impersonator }
    : undefined
}

const rightsOf = (membership: Membership | undefined, token: BearerToken | null): Abilities => {
  const abilities = membership ? abilitiesOf(membership) : noAbilities
  return token ? narrowed(abilities, token.abilities) : abilities
}

/** Whether somebody's sessions of that time still open anything, and whether they run the platform. */
const standingOf = (memberships: Memberships, operators: Operators, userId: UserId, epoch: number) => {
  const { email, session_epoch, email_verified } = memberships.user(userId) ?? {}
  // A replica that is behind may not know of the newest epoch yet.
  if (!email || session_epoch === undefined || epoch < session_epoch) return undefined
  const verified = email_verified === 1
  return { verified, operator: isOperator(operators, email, verified) }
}

/** Whoever works in somebody's name must still be an operator, and the other must not have become one (D-64). */
const mayImpersonate = (
  memberships: Memberships,
  operators: Operators,
  { userId, epoch }: Impersonator,
  person: { operator: boolean },
): boolean => !person.operator && standingOf(memberships, operators, userId, epoch)?.operator === true

/**
 * Finds the caller as session or token tells; undefined once all sessions of that time were ended, and for a token whose
 * user has left its team (D-93).
 */
export const findCallerIn =
  (memberships: Memberships, operators: Operators) =>
  ({ userId, teamId, epoch, token, impersonator }: Credential): SignedIn | undefined => {
    const standing = standingOf(memberships, operators, userId, epoch)
    if (!standing) return undefined
    if (impersonator && !mayImpersonate(memberships, operators, impersonator, standing)) return undefined
    const membership = memberships.current(userId, teamId)
    if (token && membership?.teamId !== token.teamId) return undefined
    return {
      userId,
      teamId: membership?.teamId ?? null,
      role: membership?.role ?? null,
      abilities: rightsOf(membership, token),
      scope: membership ? scopeOf(membership.teamId, membership) : null,
      operator: standing.operator && (token === null || token.abilities.includes('operate')),
      verified: standing.verified,
      token: token?.abilities ?? null,
      impersonator: impersonator?.userId ?? null,
      via: token ? { kind: 'token', id: token.id } : { kind: 'session', id: null },
    }
  }
