import type { PersonalTokenEvent } from '#schemas/events/personal-token.ts'
import type { DescriptionsOf } from './description.ts'
import { abilities, dayOfInstant } from './fields.ts'
import { describeNoun } from './noun.ts'
import { person, sentence } from './sentence.ts'

const token = describeNoun({
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

export const personalTokenDescriptions: DescriptionsOf<PersonalTokenEvent> = {
  PersonalTokenCreated: (event, lookup) => {
    const { tokenId: id, userId, name } = event.data
    return {
      ...token.added(event, lookup),
      summary: sentence`Created the personal access token ${person(id)}`,
      names: [{ id, name, of: userId }],
    }
  },
  PersonalTokenRevoked: ({ data }, lookup) => token.mention(data, lookup, (subject) => sentence`Revoked ${subject}`),
}
