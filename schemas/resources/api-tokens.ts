import { z } from 'zod'
import { TokenAbility } from '#schemas/rights/token-abilities.ts'
import { LastUsedAt, nameText } from '#schemas/text/fields.ts'
import { proposedDays } from '#schemas/time/token-expiry.ts'
import { endpoint } from '../endpoint.ts'
import { ApiTokenId } from '../ids.ts'

/** A personal API token in a response, without its text, which is not stored. */
export const ApiToken = z.object({
  id: ApiTokenId,
  name: z.string(),
  metadata: z.object({ abilities: z.array(TokenAbility) }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable().meta({ description: 'Null: never.' }),
  last_used_at: LastUsedAt,
  revision: z.string(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const noAbilityChosen = 'At least one ability must be chosen.'

const form = z.object({
  name: nameText(),
  abilities: z
    .array(TokenAbility, { error: noAbilityChosen })
    .min(1, noAbilityChosen)
    .transform((chosen) => [...new Set(chosen)]),
})
const expiry = z
  .int({ error: 'The expiry must be a number of days.' })
  .min(1, 'The expiry must be at least one day.')
  .max(3650, 'The expiry may not be more than ten years.')
  .nullable()
  .default(proposedDays)
  .meta({ description: 'Days until it expires; null: never; left out: 90.' })

const one = z.object({ id: ApiTokenId })

export const listApiTokens = endpoint('GET /settings/api/tokens', {
  summary: 'API tokens of the signed-in user for the current team, newest first',
  access: 'signed-in',
  response: z.array(ApiToken),
})

export const listTokenAbilities = endpoint('GET /settings/api/token/abilities', {
  summary: 'Abilities that a token may carry, with those chosen from the start',
  access: 'signed-in',
  response: z.array(z.object({ name: z.string(), value: TokenAbility, default: z.boolean() })),
})

/** The only response with the token's text. */
export const createApiToken = endpoint('POST /settings/api/token', {
  summary: 'Create an API token; its text is answered this once',
  access: 'signed-in',
  caller: { confirmed: true },
  body: form.extend({ expires_in_days: expiry }),
  response: ApiToken.extend({ token: z.string() }),
  status: 201,
})

export const updateApiToken = endpoint('PUT /settings/api/token/{id}', {
  summary: 'Rename an API token or change its abilities',
  access: 'signed-in',
  caller: { confirmed: true },
  params: one,
  body: form,
  response: ApiToken,
})

export const deleteApiToken = endpoint('DELETE /settings/api/token/{id}', {
  summary: 'Revoke an API token for ever',
  access: 'signed-in',
  caller: { confirmed: true },
  params: one,
})
