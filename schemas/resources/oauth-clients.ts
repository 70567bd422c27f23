import { z } from 'zod'
import { NamedScope } from '#schemas/rights/oauth-scopes.ts'
import { RedirectUris } from '#schemas/rights/redirect-uri.ts'
import { LastUsedAt, nameText, Revision } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { OAuthClientId } from '../ids.ts'

/** An OAuth client in a response. */
export const OAuthClient = z.object({
  id: OAuthClientId,
  name: z.string(),
  secret: z
    .string()
    .nullable()
    .meta({ description: 'Null for a public client, and while an operator acts in the name of its owner.' }),
  redirect: z.string().meta({ description: 'Separated by commas where there are several.' }),
  confidential: z.boolean(),
  created_at: z.iso.datetime(),
  last_used_at: LastUsedAt,
  revision: Revision,
})
export type OAuthClient = z.infer<typeof OAuthClient>

/** How many clients one user may register. */
export const maxOAuthClients = 25

const form = z.object({ name: nameText(), redirect: RedirectUris })
const one = z.object({ id: OAuthClientId })

export const listOAuthScopes = endpoint('GET /oauth/scopes', {
  summary: 'Scopes that an app or a personal access token may be granted',
  access: 'signed-in',
  response: z.array(NamedScope),
})

export const listOAuthClients = endpoint('GET /oauth/clients', {
  summary: 'OAuth clients of the signed-in user, newest first, with their secrets',
  access: 'signed-in',
  response: z.array(OAuthClient),
})

export const createOAuthClient = endpoint('POST /oauth/clients', {
  summary: `Register an OAuth client, at most ${maxOAuthClients} of one user`,
  access: 'signed-in',
  caller: { confirmed: true },
  body: form.extend({
    confidential: z
      .boolean({ error: 'The confidential field must be true or false.' })
      .default(true)
      .meta({ description: 'False for a program that cannot keep a secret; left out: true.' }),
  }),
  response: OAuthClient,
  status: 201,
})

export const updateOAuthClient = endpoint('PUT /oauth/clients/{id}', {
  summary: 'Change the name or the redirects of an OAuth client',
  about: 'Codes that were given for a redirect which is no longer registered are void.',
  access: 'signed-in',
  caller: { confirmed: true },
  params: one,
  body: form.extend({ id: OAuthClientId.optional().meta({ description: 'The id of the path; left out: as it is.' }) }),
  response: OAuthClient,
})

export const deleteOAuthClient = endpoint('DELETE /oauth/clients/{id}', {
  summary: 'Delete an OAuth client; all that users allowed it ends at once',
  access: 'signed-in',
  caller: { confirmed: true },
  params: one,
})
