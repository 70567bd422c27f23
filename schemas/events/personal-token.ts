import { z } from 'zod'
import { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { type EventOf, personalText } from '../event.ts'
import { PersonalTokenId, TeamId, UserId } from '../ids.ts'

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
