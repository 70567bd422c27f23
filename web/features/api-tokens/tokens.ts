import { listApiTokens, listTokenAbilities } from '#schemas/resources/api-tokens.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The user's tokens for the current team. */
export const tokensQuery = oneQuery(listApiTokens)

/** The abilities that a token may have. */
export const abilitiesQuery = oneQuery(listTokenAbilities)
