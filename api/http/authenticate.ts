import { isOperatorEmail } from '#api/domain/operator-email.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { noAbilities } from '#schemas/rights/abilities.ts'
import { abilitiesOf, type Membership, scopeOf } from '#schemas/rights/membership.ts'
import { narrowed } from '#schemas/rights/token-abilities.ts'
import type { SignedIn } from './actor.ts'
import type { Credential } from './credential.ts'
import type { Impersonator } from './session.ts'

/** Looks callers up. Their rights are the current ones, not those at sign-in. */
export type Memberships = {
  /** Undefined for an unknown user and for an erased person. */
  user: (
    userId: UserId,
  ) => { email: string | null; session_epoch: number; email_verified: number; two_factor: string | null } | undefined
  /** The effective membership: in the requested team, otherwise in the team used last. */
  current: (userId: UserId, teamId: TeamId | null) => (Membership & { teamId: TeamId }) | undefined
  /** Whether a team asks its members for a second factor. */
  asksFactor: (teamId: TeamId) => boolean
  /** Until when a team may work; null for good (D-44). */
  coveredUntil: (teamId: TeamId) => string | null
}

/**
 * E-mail addresses of the operators, in lower case (D-02). When `mustBeVerified` is set, which is so when mail delivery
 * is configured, an address counts only once it is verified (D-94), because anybody could register with it, and only
 * while two-factor authentication is on, because an operator sees all teams.
 */
export type Operators = { emails: readonly string[]; mustBeVerified: boolean }

/**
 * Whether a user is verified, and an operator or would be one with a second factor; undefined if their sessions of that
 * epoch have ended.
 */
const standingOf = (memberships: Memberships, operators: Operators, userId: UserId, epoch: number) => {
  const { email, session_epoch, email_verified, two_factor } = memberships.user(userId) ?? {}
  // A replica that is behind may not know of the newest epoch yet.
  if (!email || session_epoch === undefined || epoch < session_epoch) return undefined
  const { emails, mustBeVerified } = operators
  const verified = email_verified === 1
  const twoFactor = two_factor !== null
  const isOne = isOperatorEmail(emails, email) && (verified || !mustBeVerified)
  const operator = isOne && (twoFactor || !mustBeVerified)
  return { verified, twoFactor, operator, operatorLacksFactor: isOne && !operator }
}

/** The impersonator must still be an operator, and the impersonated user must not have become one (D-64). */
const mayImpersonate = (
  memberships: Memberships,
  operators: Operators,
  { userId, epoch }: Impersonator,
  person: { operator: boolean },
): boolean => !person.operator && standingOf(memberships, operators, userId, epoch)?.operator === true

/**
 * Finds the caller of a session or token; undefined if all sessions of that epoch were ended, or if the user of a token
 * has left its team (D-93).
 */
export const findCallerIn =
  (memberships: Memberships, operators: Operators) =>
  ({ userId, teamId, epoch, token, impersonator }: Credential): SignedIn | undefined => {
    const standing = standingOf(memberships, operators, userId, epoch)
    if (!standing) return undefined
    if (impersonator && !mayImpersonate(memberships, operators, impersonator, standing)) return undefined
    const membership = memberships.current(userId, teamId)
    if (token && membership?.teamId !== token.teamId) return undefined
    const factorDue = membership !== undefined && !standing.twoFactor && memberships.asksFactor(membership.teamId)
    const working = factorDue ? undefined : membership
    const abilities = working ? abilitiesOf(working) : noAbilities
    return {
      userId,
      teamId: membership?.teamId ?? null,
      role: membership?.role ?? null,
      abilities: token ? narrowed(abilities, token.abilities) : abilities,
      scope: working ? scopeOf(working.teamId, working) : null,
      twoFactor: standing.twoFactor,
      factorDue,
      coveredUntil: membership ? memberships.coveredUntil(membership.teamId) : null,
      operator: standing.operator && (token === null || token.abilities.includes('operate')),
      operatorLacksFactor: standing.operatorLacksFactor,
      verified: standing.verified,
      token: token?.abilities ?? null,
      impersonator: impersonator?.userId ?? null,
      via: token?.via ?? { kind: 'session', id: null },
    }
  }
