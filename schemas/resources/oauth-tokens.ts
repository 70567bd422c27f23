import { z } from 'zod'
import { NamedScope } from '#schemas/rights/oauth-scopes.ts'
import { LastUsedAt } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { OAuthClientId, OAuthGrantId, TeamId } from '../ids.ts'

/** An app that a user has authorized: one row for each consent. */
const AuthorizedApp = z.object({
  id: OAuthGrantId,
  client: z.object({ id: OAuthClientId, name: z.string() }),
  team: z.object({ id: TeamId, name: z.string() }),
  scopes: z.array(NamedScope),
  created_at: z.iso.datetime(),
  last_used_at: LastUsedAt,
})
export type AuthorizedApp = z.infer<typeof AuthorizedApp>

export const listAuthorizedApps = endpoint('GET /oauth/tokens', {
  summary: 'Apps that the signed-in user has authorized, newest first, without ended ones',
  access: 'signed-in',
  response: z.array(AuthorizedApp),
})

export const revokeAuthorizedApp = endpoint('DELETE /oauth/tokens/{id}', {
  summary: 'End the authorization of an app; all its tokens end at once',
  access: 'signed-in',
  params: z.object({ id: OAuthGrantId }),
})

const client = {
  client_id: z.string().optional().meta({ description: 'Unless the client authenticates by Basic.' }),
  client_secret: z.string().optional().meta({ description: 'Of a confidential client that does not use Basic.' }),
}

const refusals = 'Refusals are those of RFC 6749: `{error, error_description}`.'

export const issueTokens = endpoint('POST /oauth/token', {
  summary: 'Exchange a code or a refresh token for tokens (RFC 6749, 4.1.3 and 6)',
  about: `Each code and each refresh token is good once; one that comes back ends the whole consent. ${refusals}`,
  access: 'public',
  caller: { crossOrigin: true },
  transport: { form: true },
  body: z.object({
    grant_type: z.string().optional().meta({ description: 'authorization_code or refresh_token' }),
    code: z.string().optional(),
    redirect_uri: z.string().optional(),
    code_verifier: z.string().optional(),
    refresh_token: z.string().optional(),
    scope: z.string().optional().meta({ description: 'Fewer scopes for the access token alone.' }),
    ...client,
  }),
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    refresh_token: z.string(),
    scope: z.string(),
  }),
})

export const revokeToken = endpoint('POST /oauth/revoke', {
  summary: 'Give back a token (RFC 7009)',
  about: `A refresh token ends the whole consent, an access token itself alone; anything else does nothing. ${refusals}`,
  access: 'public',
  caller: { crossOrigin: true },
  transport: { form: true },
  body: z.object({
    token: z.string().optional(),
    token_type_hint: z.string().optional().meta({ description: 'Not needed.' }),
    ...client,
  }),
  // An object rather than nothing: some clients parse every 200 as JSON.
  response: z.object({}),
})
