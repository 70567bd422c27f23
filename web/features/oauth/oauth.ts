import { listAuthorizedApps, listOAuthClients, listOAuthScopes, listPersonalTokens } from '#web/lib/calls/oauth.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The user's own clients. */
export const clientsQuery = oneQuery(listOAuthClients)

/** The user's personal access tokens, of all their teams. */
export const personalTokensQuery = oneQuery(listPersonalTokens)

/** What may be granted. */
export const scopesQuery = oneQuery(listOAuthScopes)

/** What the user has allowed programs of others. */
export const authorizedAppsQuery = oneQuery(listAuthorizedApps)
