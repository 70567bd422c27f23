import type { TeamEvent } from '#schemas/events/team.ts'
import { resources } from '#schemas/nouns.ts'
import { type AbilityChanges, actions, labelOfRole } from '#schemas/rights/abilities.ts'
import type { Membership } from '#schemas/rights/membership.ts'
import type { DescriptionsOf } from './description.ts'
import { type Fields, reference, references } from './fields.ts'
import { describeNoun } from './noun.ts'
import { count, person, sentence } from './sentence.ts'

type Own = 'MemberJoined' | 'MemberChanged' | 'MemberRemoved' | 'MemberLeft'

/** A person may be a member of several teams, so the snapshot is of a member in one team. */
const keyOf = ({ teamId, userId }: { teamId?: string; userId: string }) => `${teamId}/${userId}`

type Data = { teamId: TeamEvent['data']['teamId']; userId: string }
const about = (data: Data) => ({ resource: 'members', id: data.userId, key: keyOf(data), teamId: data.teamId }) as const

/** Flags that differ from the role's, such as "may delete files, may not view clients". */
const flagsOf = (changes: AbilityChanges): string | null => {
  const flags = resources.flatMap((each) =>
    actions.flatMap((action) => {
      const flag = changes[each]?.[action]
      return flag === undefined ? [] : [`${flag ? 'may' : 'may not'} ${action} ${each}`]
    }),
  )
  return flags.length === 0 ? null : flags.join(', ')
}

/** Role, flags and scope of a member; null for the clients and the sites means all of them. */
export const membershipFields: Fields<Membership> = {
  role: { label: 'role', show: labelOfRole },
  clientId: reference('client', 'clients'),
  siteIds: references('sites', 'sites', ''),
  abilities: { label: 'abilities', show: flagsOf },
}

const member = describeNoun({
  resource: 'members',
  id: 'userId',
  one: 'member',
  several: 'members',
  key: keyOf,
  events: ['MemberJoined', 'MemberChanged'],
  subject: (id) => sentence`the member ${person(id)}`,
  fields: membershipFields,
})

export const memberDescriptions: DescriptionsOf<Extract<TeamEvent, { type: Own }>> = {
  MemberJoined: (event, lookup) => ({
    ...member.added(event, lookup),
    summary: sentence`${person(event.data.userId)} joined the team`,
    several: sentence`${count} members joined the team`,
    clients: [event.data.clientId],
  }),
  MemberChanged: (event, lookup) => {
    const before = lookup.record('members', keyOf(event.data))?.attributes as Partial<Membership> | undefined
    return { ...member.changed(event, lookup), clients: [before?.clientId ?? null, event.data.clientId] }
  },
  MemberRemoved: ({ data }) => ({ ...about(data), summary: sentence`Removed the member ${person(data.userId)}` }),
  MemberLeft: ({ data }) => ({ ...about(data), summary: sentence`${person(data.userId)} left the team` }),
}
