import { listApiTokens, listTokenAbilities } from '#schemas/resources/api-tokens.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The user's tokens for the team that they work in. */
export const tokensQuery = oneQuery(listApiTokens)

/** What a token may carry. */
export const abilitiesQuery = oneQuery(listTokenAbilities)
