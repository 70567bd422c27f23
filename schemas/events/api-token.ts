import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { ApiTokenId, TeamId, UserId } from '../ids.ts'
import { TokenAbility } from '../token-abilities.ts'

export const apiTokenEvents = {
  /** Its name often tells whose machine it is on. `digest` is the SHA-256 of the token's text, which is shown once and kept nowhere (D-66). */
  ApiTokenCreated: z.object({
    tokenId: ApiTokenId,
    userId: UserId,
    teamId: TeamId,
    name: personalText,
    abilities: z.array(TokenAbility),
    digest: z.string(),
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
