import { z } from 'zod'
import { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { TokenAbility } from '#schemas/rights/token-abilities.ts'
import { type EventOf, personalText } from '../event.ts'
import { ApiTokenId, PersonalTokenId, TeamId, UserId } from '../ids.ts'

export const apiTokenEvents = {
  /**
   * The name often says whose machine the token is on, so it is sealed. `digest` is the SHA-256 of the token's text,
   * which is shown once and not stored (D-66).
   */
  ApiTokenCreated: z.object({
    tokenId: ApiTokenId,
    userId: UserId,
    teamId: TeamId,
    name: personalText,
    abilities: z.array(TokenAbility),
    digest: z.string(),
    /** Null for one that never expires, as all did before. */
    expiresAt: z.iso.datetime().nullable().default(null),
  }),
  ApiTokenChanged: z.object({
    tokenId: ApiTokenId,
    userId: UserId,
    name: personalText,
    abilities: z.array(TokenAbility),
  }),
  ApiTokenRevoked: z.object({ tokenId: ApiTokenId }),
}

export type ApiTokenEvent = EventOf<typeof apiTokenEvents>

export const personalTokenEvents = {
  /**
   * The name often says whose machine the token is on, so it is sealed. `digest` is the SHA-256 of the token's text,
   * which is shown once and not stored.
   */
  PersonalTokenCreated: z.object({
    tokenId: PersonalTokenId,
    userId: UserId,
    teamId: TeamId,
    name: personalText,
    scopes: z.array(OAuthScope),
    digest: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  PersonalTokenRevoked: z.object({ tokenId: PersonalTokenId, userId: UserId }),
}

export type PersonalTokenEvent = EventOf<typeof personalTokenEvents>
