import type { LastUses } from '#api/adapters/last-uses.ts'
import { oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { oauthGrantStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { withLastUse } from '#api/services/accounts/with-last-use.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { listAuthorizedApps, revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { namedScopes } from '#schemas/rights/oauth-scopes.ts'

/** The apps that a user has authorized. */
export const authorizedAppRoutes = (
  ledger: Ledger,
  { oauthGrants, teams }: Pick<ReadModels, 'oauthGrants' | 'teams'>,
  lastUses: Pick<LastUses, 'of'>,
): Route[] => [
  route(listAuthorizedApps, async ({ actor: { userId } }) => {
    const grants = await withLastUse(lastUses, oauthGrants.ofUser(userId, new Date().toISOString()))
    return resource(
      grants.map(({ client_id, client_name, team_id, scopes, ...grant }) => ({
        ...grant,
        client: { id: client_id, name: client_name },
        team: { id: team_id, name: teams.team(team_id)?.name ?? '' },
        scopes: namedScopes(scopes),
      })),
    )
  }),

  route(revokeAuthorizedApp, async ({ actor: { userId }, params: { id }, context }) => {
    const command = { type: 'RevokeGrant', userId } as const
    const { position } = await handle(ledger, oauthGrantDecider, oauthGrantStream(id), command, context)
    return empty(position)
  }),
]
