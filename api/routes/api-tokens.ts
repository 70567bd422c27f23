import { tokenDigest } from '#api/adapters/bearers.ts'
import { newApiTokenText } from '#api/adapters/credential-texts.ts'
import type { LastUses } from '#api/adapters/last-uses.ts'
import { apiTokenDecider } from '#api/domain/api-token.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { apiTokenStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { invalidField, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { type WithLastUse, withLastUse } from '#api/services/accounts/with-last-use.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import type { ApiTokenQueries, ApiTokenRow } from '#projections/directory/api-tokens.ts'
import { ApiTokenId } from '#schemas/ids.ts'
import {
  type ApiToken,
  createApiToken,
  deleteApiToken,
  listApiTokens,
  listTokenAbilities,
  noAbilityChosen,
  updateApiToken,
} from '#schemas/resources/api-tokens.ts'
import { offeredAbilities, type TokenAbility } from '#schemas/rights/token-abilities.ts'
import { daysAfter } from '#schemas/time/dates.ts'

type Digest = (purpose: string, text: string) => string

const present = ({ abilities, ...row }: WithLastUse<ApiTokenRow>): ApiToken => ({ ...row, metadata: { abilities } })

/** Drops abilities that only an operator may grant (D-66). Throws 422 if none is left. */
const chosenBy = (operator: boolean, chosen: readonly TokenAbility[]): TokenAbility[] => {
  const abilities = chosen.filter((ability) => operator || ability !== 'operate')
  if (abilities.length === 0) throw invalidField('abilities', noAbilityChosen)
  return abilities
}

export const apiTokenRoutes = (
  ledger: Ledger,
  digest: Digest,
  tokens: ApiTokenQueries,
  lastUses: Pick<LastUses, 'of'>,
): Route[] => [
  route(listApiTokens, async ({ actor: { userId, teamId } }) => {
    const rows = teamId ? tokens.ofUser(userId, teamId) : []
    return resource((await withLastUse(lastUses, rows)).map(present))
  }),

  route(listTokenAbilities, ({ actor }) => resource(offeredAbilities(actor.operator))),

  route(createApiToken, async ({ actor: { userId, teamId, operator }, body, context }) => {
    // A token works in one team (D-93).
    if (!teamId) throw notFound()
    const abilities = chosenBy(operator, body.abilities)
    const text = newApiTokenText(digest, context.commandId)
    const tokenId = ApiTokenId.parse(idMadeBy(context.commandId, 'api-token'))
    const days = body.expires_in_days
    const expiresAt = days === null ? null : daysAfter(context.at, days)
    const facts = { tokenId, userId, teamId, name: body.name, abilities, digest: tokenDigest(text), expiresAt }
    const command = { type: 'CreateApiToken', ...facts } as const
    const { at, position, revision } = await handle(ledger, apiTokenDecider, apiTokenStream(tokenId), command, context)
    const written = {
      id: tokenId,
      name: body.name,
      abilities,
      created_at: at,
      expires_at: expiresAt,
      revision: String(revision),
    }
    const row = () =>
      asAdded(
        tokens.ofUser(userId, teamId).find(({ id }) => id === tokenId),
        written,
      )
    return resource(() => ({ ...present({ ...row(), last_used_at: null }), token: text }), position)
  }),

  route(updateApiToken, async ({ actor: { userId, teamId, operator }, params, body, context, ifMatch }) => {
    const own = () => (teamId ? tokens.ofUser(userId, teamId).find(({ id }) => id === params.id) : undefined)
    const row = orNotFound(own())
    const abilities = chosenBy(operator, body.abilities)
    const command = { type: 'ChangeApiToken', userId, name: body.name, abilities } as const
    const { position } = await handle(ledger, apiTokenDecider, apiTokenStream(params.id), command, context, ifMatch)
    const [{ last_used_at = null } = {}] = await withLastUse(lastUses, [row])
    return resource(() => present({ ...(own() ?? row), last_used_at }), position)
  }),

  route(deleteApiToken, async ({ actor: { userId }, params, context, ifMatch }) => {
    const command = { type: 'RevokeApiToken', userId } as const
    const { position } = await handle(ledger, apiTokenDecider, apiTokenStream(params.id), command, context, ifMatch)
    return empty(position)
  }),
]
