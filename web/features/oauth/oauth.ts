import { listOAuthClients, listOAuthScopes } from '#schemas/resources/oauth-clients.ts'
import { listAuthorizedApps } from '#schemas/resources/oauth-tokens.ts'
import { listPersonalTokens } from '#schemas/resources/personal-tokens.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The user's own clients. */
export const clientsQuery = oneQuery(listOAuthClients)

/** The user's personal access tokens, of all their teams. */
export const personalTokensQuery = oneQuery(listPersonalTokens)

/** The scopes that may be granted. */
export const scopesQuery = oneQuery(listOAuthScopes)

/** The authorizations that the user has given. */
export const authorizedAppsQuery = oneQuery(listAuthorizedApps)
