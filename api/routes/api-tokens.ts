import { newTokenText, tokenDigest } from '#api/adapters/api-tokens.ts'
import { apiTokenDecider, type ApiToken as TokenState } from '#api/domain/api-token.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, type Outcome } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { apiTokenStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { invalidField, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ApiTokenQueries, ApiTokenRow } from '#projections/api-tokens.ts'
import type { ApiTokenEvent } from '#schemas/events/api-token.ts'
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
import { offeredAbilities, type TokenAbility } from '#schemas/token-abilities.ts'

type Digest = (purpose: string, text: string) => string

const present = ({ abilities, ...row }: ApiTokenRow): ApiToken => ({ ...row, metadata: { abilities } })

const presentState = ({ state, revision }: Outcome<TokenState, ApiTokenEvent>, createdAt: string): ApiToken => {
  if (state.status === 'none' || state.name === null) throw notFound()
  const { tokenId: id, name, abilities } = state
  return present({ id, name, abilities, created_at: createdAt, revision: String(revision) })
}

/** What an operator alone may give falls away for everybody else (D-66); throws 422 where nothing is left. */
const chosenBy = (operator: boolean, chosen: readonly TokenAbility[]): TokenAbility[] => {
  const abilities = chosen.filter((ability) => operator || ability !== 'operate')
  if (abilities.length === 0) throw invalidField('abilities', noAbilityChosen)
  return abilities
}

export const apiTokenRoutes = (ledger: Ledger, digest: Digest, tokens: ApiTokenQueries): Route[] => [
  route(listApiTokens, ({ actor: { userId, teamId } }) =>
    resource(teamId ? tokens.ofUser(userId, teamId).map(present) : []),
  ),

  route(listTokenAbilities, ({ actor }) => resource(offeredAbilities(actor.operator))),

  route(createApiToken, async ({ actor: { userId, teamId, operator }, body, context }) => {
    // A token works in one team (D-93).
    if (!teamId) throw notFound()
    const abilities = chosenBy(operator, body.abilities)
    const text = newTokenText(digest, context.commandId)
    const tokenId = ApiTokenId.parse(idMadeBy(context.commandId, 'api-token'))
    const facts = { tokenId, userId, teamId, name: body.name, abilities, digest: tokenDigest(text) }
    const command = { type: 'CreateApiToken', ...facts } as const
    const outcome = await handle(ledger, apiTokenDecider, apiTokenStream(tokenId), command, context)
    return resource({ ...presentState(outcome, context.at), token: text }, outcome.position)
  }),

  route(updateApiToken, async ({ actor: { userId, teamId, operator }, params, body, context, ifMatch }) => {
    const known = teamId && tokens.ofUser(userId, teamId).find(({ id }) => id === params.id)
    if (!known) throw notFound()
    const abilities = chosenBy(operator, body.abilities)
    const command = { type: 'ChangeApiToken', userId, name: body.name, abilities } as const
    const outcome = await handle(ledger, apiTokenDecider, apiTokenStream(params.id), command, context, ifMatch)
    return resource(presentState(outcome, known.created_at), outcome.position)
  }),

  route(deleteApiToken, async ({ actor: { userId }, params, context, ifMatch }) => {
    const command = { type: 'RevokeApiToken', userId } as const
    const { position } = await handle(ledger, apiTokenDecider, apiTokenStream(params.id), command, context, ifMatch)
    return empty(position)
  }),
]
