import type { Via } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { Abilities, Role } from '#schemas/rights/abilities.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'

/** A signed-in caller and the team that they currently work in; a user may have no team. */
export type SignedIn = {
  userId: UserId
  teamId: TeamId | null
  role: Role | null
  abilities: Abilities
  /** The part of the team's data that they may see (D-57); null without a team. */
  scope: Scope | null
  /** Whether they are an operator, as evaluated for this request (D-02). */
  operator: boolean
  /** Whether two-factor authentication is on. */
  twoFactor: boolean
  /** Whether the team that they work in asks for it and it is off: they may do nothing there until it is on. */
  factorDue: boolean
  /** Until when the team may work without a subscription that it lacks; null for good (D-44). */
  coveredUntil: string | null
  /** Whether they would be an operator if two-factor authentication were on. */
  operatorLacksFactor: boolean
  /** Whether they have verified their e-mail address (D-94). */
  verified: boolean
  /** The abilities of the token; null for a session, which has all the rights of its user. */
  token: readonly TokenAbility[] | null
  /** The operator who impersonates them, if any (D-64). */
  impersonator: UserId | null
  via: Via
}

/** A caller with a team. Only such a caller can hold abilities. */
export type Actor = SignedIn & { teamId: TeamId; role: Role; scope: Scope }
