import type { ApiTokenEvent, PersonalTokenEvent } from '#schemas/events/api-token.ts'
import type { OAuthClientEvent, OAuthGrantEvent } from '#schemas/events/oauth-client.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import type { DescriptionsOf } from './description.ts'
import { abilities, dayOfInstant } from './fields.ts'
import { describeNoun } from './noun.ts'
import { app, person, sentence } from './sentence.ts'

const apiToken = describeNoun({
  resource: 'api-tokens',
  id: 'tokenId',
  one: 'API token',
  several: 'API tokens',
  events: ['ApiTokenCreated', 'ApiTokenChanged'],
  subject: (id) => sentence`the API token ${person(id)}`,
  fields: {
    abilities: abilities('abilities'),
    // The name often says whose machine the token is on, so it is stored and erased like the names of people.
    name: null,
    userId: null,
    digest: null,
    expiresAt: dayOfInstant('expiry', 'expires_at'),
  },
})

const personalToken = describeNoun({
  resource: 'personal-tokens',
  id: 'tokenId',
  one: 'personal access token',
  several: 'personal access tokens',
  events: ['PersonalTokenCreated'],
  subject: (id) => sentence`the personal access token ${person(id)}`,
  fields: {
    scopes: abilities('scopes'),
    // The name often says whose machine the token is on, so it is stored and erased like the names of people.
    name: null,
    userId: null,
    digest: null,
    expiresAt: dayOfInstant('expiry', 'expires_at'),
  },
})

const client = describeNoun({
  resource: 'oauth-clients',
  id: 'clientId',
  one: 'OAuth client',
  several: 'OAuth clients',
  events: ['OAuthClientCreated', 'OAuthClientChanged'],
  subject: (id) => sentence`the OAuth client ${person(id)}`,
  fields: {
    redirects: { label: 'redirects', show: (redirects) => redirects.join(', ') },
    // The name is erased with its owner, like the names of people.
    name: null,
    userId: null,
    secret: null,
    confidential: null,
  },
})

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

/** Names are erased with their owners. */
const named = (id: string, { name, userId }: { name: string | null; userId: string }) => ({
  names: [{ id, name, of: userId }],
})

/** Of the command line no event tells the name; it is nobody's, so it is erased with nobody. */
const commandLine = { id: commandLineClient.clientId, name: commandLineClient.name, of: commandLineClient.clientId }

/**
 * Clients belong to people and to no team, so only operators see their history. An app is named by its present name; its
 * codes and tokens are nobody's change.
 */
export const tokenAndAppDescriptions: DescriptionsOf<
  ApiTokenEvent | PersonalTokenEvent | OAuthClientEvent | OAuthGrantEvent
> = {
  ApiTokenCreated: (event, lookup) => ({
    ...apiToken.added(event, lookup),
    summary: sentence`Created the API token ${person(event.data.tokenId)}`,
    ...named(event.data.tokenId, event.data),
  }),
  ApiTokenChanged: (event, lookup) => ({
    ...apiToken.changed(event, lookup),
    ...named(event.data.tokenId, event.data),
  }),
  ApiTokenRevoked: ({ data }, lookup) => apiToken.mention(data, lookup, (subject) => sentence`Revoked ${subject}`),
  PersonalTokenCreated: (event, lookup) => ({
    ...personalToken.added(event, lookup),
    summary: sentence`Created the personal access token ${person(event.data.tokenId)}`,
    ...named(event.data.tokenId, event.data),
  }),
  PersonalTokenRevoked: ({ data }, lookup) =>
    personalToken.mention(data, lookup, (subject) => sentence`Revoked ${subject}`),
  OAuthClientCreated: (event, lookup) => ({
    ...client.added(event, lookup),
    summary: sentence`Created the OAuth client ${person(event.data.clientId)}`,
    ...named(event.data.clientId, event.data),
  }),
  OAuthClientChanged: (event, lookup) => ({
    ...client.changed(event, lookup),
    ...named(event.data.clientId, event.data),
  }),
  OAuthClientDeleted: ({ data }, lookup) => client.mention(data, lookup, (subject) => sentence`Deleted ${subject}`),
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
