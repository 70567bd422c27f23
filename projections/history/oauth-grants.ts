import type { OAuthGrantEvent } from '#schemas/events/oauth-grant.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import type { DescriptionsOf } from './description.ts'
import { abilities, dayOfInstant } from './fields.ts'
import { describeNoun } from './noun.ts'
import { app, sentence } from './sentence.ts'

const authorization = describeNoun({
  resource: 'authorizations',
  id: 'grantId',
  one: 'authorization',
  several: 'authorizations',
  events: ['OAuthAccessGranted'],
  fields: {
    clientId: null,
    userId: null,
    scopes: abilities('scopes'),
    endsAt: dayOfInstant('end', 'ends_at'),
  },
})

/** Of the command line no event tells the name; it is nobody's, so it is erased with nobody. */
const commandLine = { id: commandLineClient.clientId, name: commandLineClient.name, of: commandLineClient.clientId }

/** The app is named by its present name; its codes and tokens are nobody's change. */
export const oauthGrantDescriptions: DescriptionsOf<OAuthGrantEvent> = {
  OAuthAccessGranted: (event, lookup) => ({
    ...authorization.added(event, lookup),
    summary: sentence`Authorized ${app(event.data.clientId)}`,
    ...(event.data.clientId === commandLine.id ? { names: [commandLine] } : {}),
  }),
  OAuthGrantRevoked: ({ data }, lookup) =>
    authorization.mention(data, lookup, () => sentence`Ended the authorization of ${app(data.clientId)}`),
  OAuthCodeIssued: null,
  OAuthTokensIssued: null,
  OAuthAccessTokenRevoked: null,
}
