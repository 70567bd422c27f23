import { tokenDigest } from '#api/adapters/bearers.ts'
import { newCredentialText } from '#api/adapters/credential-texts.ts'
import type { LastUses } from '#api/adapters/last-uses.ts'
import { oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import { personalTokenDecider } from '#api/domain/personal-token.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { oauthGrantStream, personalTokenStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { type WithLastUse, withLastUse } from '#api/services/accounts/with-last-use.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { PersonalTokenRow } from '#projections/oauth/personal-tokens.ts'
import { PersonalTokenId } from '#schemas/ids.ts'
import { listAuthorizedApps, revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import {
  createPersonalToken,
  deletePersonalToken,
  listPersonalTokens,
  type PersonalToken,
  personalTokenDays,
} from '#schemas/resources/personal-tokens.ts'
import { namedScopes } from '#schemas/rights/oauth-scopes.ts'
import { daysAfter } from '#schemas/time/dates.ts'

type Digest = (purpose: string, text: string) => string
type Teams = ReadModels['directory']['teams']

/** A team that the list of teams does not know any more, or not yet, has no name there. */
const present = ({ team_id, scopes, ...row }: WithLastUse<PersonalTokenRow>, teams: Teams): PersonalToken => ({
  ...row,
  scopes: namedScopes(scopes),
  team: { id: team_id, name: teams.team(team_id)?.name ?? '' },
})

/** Personal access tokens (D-108). */
export const personalTokenRoutes = (
  ledger: Ledger,
  digest: Digest,
  { directory: { teams }, programs: { personalTokens } }: ReadModels,
  lastUses: Pick<LastUses, 'of'>,
): Route[] => [
  route(listPersonalTokens, async ({ actor: { userId } }) => {
    const rows = await withLastUse(lastUses, personalTokens.ofUser(userId))
    return resource(rows.map((row) => present(row, teams)))
  }),

  route(createPersonalToken, async ({ actor: { userId, teamId }, body: { name, scopes }, context }) => {
    // A token works in one team (D-93).
    if (!teamId) throw notFound()
    const accessToken = newCredentialText(digest, 'slp_', context.commandId)
    const tokenId = PersonalTokenId.parse(idMadeBy(context.commandId, 'personal-token'))
    const facts = { tokenId, userId, teamId, name, scopes, digest: tokenDigest(accessToken) }
    const command = {
      type: 'CreatePersonalToken',
      ...facts,
      expiresAt: daysAfter(context.at, personalTokenDays),
    } as const
    const outcome = await handle(ledger, personalTokenDecider, personalTokenStream(tokenId), command, context)
    const { at, position } = outcome
    const times = { created_at: at, expires_at: daysAfter(at, personalTokenDays), last_used_at: null }
    const written = { id: tokenId, team_id: teamId, name, scopes, ...times }
    return resource(() => ({ token: present(written, teams), accessToken }), position)
  }),

  route(deletePersonalToken, async ({ actor: { userId }, params: { id }, context, ifMatch }) => {
    const command = { type: 'RevokePersonalToken', userId } as const
    const { position } = await handle(ledger, personalTokenDecider, personalTokenStream(id), command, context, ifMatch)
    return empty(position)
  }),
]

/** The apps that a user has authorized. */
export const authorizedAppRoutes = (
  ledger: Ledger,
  { programs: { oauthGrants }, directory: { teams } }: ReadModels,
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
