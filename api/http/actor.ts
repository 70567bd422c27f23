import type { Abilities, Role } from '#schemas/abilities.ts'
import type { Via } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/scope.ts'
import type { TokenAbility } from '#schemas/token-abilities.ts'

/** Who calls, in the team that they work in now; a user may have none. */
export type SignedIn = {
  userId: UserId
  teamId: TeamId | null
  role: Role | null
  abilities: Abilities
  /** What of the team's data they see (D-57); null without a team. */
  scope: Scope | null
  /** Whether they run the platform, worked out for this request (D-02). */
  operator: boolean
  /** Whether they have proven to read the mails of their address (D-94). */
  verified: boolean
  /** What the API token carries that the call is made with; null for a session, which has all of its user's rights. */
  token: readonly TokenAbility[] | null
  /** The operator who works in their name, if one does (D-64). */
  impersonator: UserId | null
  via: Via
}

/** A caller with a team: nobody else holds an ability. */
export type Actor = SignedIn & { teamId: TeamId; role: Role; scope: Scope }
