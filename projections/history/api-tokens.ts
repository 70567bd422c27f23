import type { ApiTokenEvent } from '#schemas/events/api-token.ts'
import type { DescriptionsOf } from './description.ts'
import { abilities, dayOfInstant } from './fields.ts'
import { describeNoun } from './noun.ts'
import { person, sentence } from './sentence.ts'

const token = describeNoun({
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

export const apiTokenDescriptions: DescriptionsOf<ApiTokenEvent> = {
  ApiTokenCreated: (event, lookup) => {
    const { tokenId: id, userId, name } = event.data
    return {
      ...token.added(event, lookup),
      summary: sentence`Created the API token ${person(id)}`,
      names: [{ id, name, of: userId }],
    }
  },
  ApiTokenChanged: (event, lookup) => {
    const { tokenId: id, userId, name } = event.data
    return { ...token.changed(event, lookup), names: [{ id, name, of: userId }] }
  },
  ApiTokenRevoked: ({ data }, lookup) => token.mention(data, lookup, (subject) => sentence`Revoked ${subject}`),
}
