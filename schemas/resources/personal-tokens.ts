import { z } from 'zod'
import { NamedScope, OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { LastUsedAt, nameText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { PersonalTokenId, TeamId } from '../ids.ts'

/** A personal access token in a response, without its text, which is not stored. */
export const PersonalToken = z.object({
  id: PersonalTokenId,
  name: z.string(),
  scopes: z.array(NamedScope),
  team: z.object({ id: TeamId, name: z.string() }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: LastUsedAt,
})
export type PersonalToken = z.infer<typeof PersonalToken>

/** Days that a personal access token lives (D-108). */
export const personalTokenDays = 365

export const listPersonalTokens = endpoint('GET /oauth/personal-access-tokens', {
  summary: 'Personal access tokens of the signed-in user in all of their teams, newest first',
  access: 'signed-in',
  response: z.array(PersonalToken),
})

/** The only response with the token's text. */
export const createPersonalToken = endpoint('POST /oauth/personal-access-tokens', {
  summary: 'Create a personal access token for the current team; its text is answered this once',
  about: 'It may do what both its user and its scopes allow, and ends after a year.',
  access: 'signed-in',
  caller: { confirmed: true },
  // Without a scope it tells whose it is, and nothing else.
  body: z.object({
    name: nameText(),
    scopes: z
      .array(OAuthScope, { error: 'The scopes must be a list.' })
      .default([])
      .transform((chosen) => [...new Set(chosen)])
      .meta({ description: 'Left out: none.' }),
  }),
  response: z.object({ token: PersonalToken, accessToken: z.string() }),
  status: 201,
})

export const deletePersonalToken = endpoint('DELETE /oauth/personal-access-tokens/{id}', {
  summary: 'Revoke a personal access token for ever',
  access: 'signed-in',
  caller: { confirmed: true },
  params: z.object({ id: PersonalTokenId }),
})
