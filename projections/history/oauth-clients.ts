import type { OAuthClientEvent } from '#schemas/events/oauth-client.ts'
import type { DescriptionsOf } from './description.ts'
import { describeNoun } from './noun.ts'
import { person, sentence } from './sentence.ts'

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

/** Clients belong to people and to no team, so only operators see their history. */
export const oauthClientDescriptions: DescriptionsOf<OAuthClientEvent> = {
  OAuthClientCreated: (event, lookup) => {
    const { clientId: id, userId, name } = event.data
    return {
      ...client.added(event, lookup),
      summary: sentence`Created the OAuth client ${person(id)}`,
      names: [{ id, name, of: userId }],
    }
  },
  OAuthClientChanged: (event, lookup) => {
    const { clientId: id, userId, name } = event.data
    return { ...client.changed(event, lookup), names: [{ id, name, of: userId }] }
  },
  OAuthClientDeleted: ({ data }, lookup) => client.mention(data, lookup, (subject) => sentence`Deleted ${subject}`),
}
