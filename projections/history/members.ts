import { type AbilityChanges, actions, resources } from '#schemas/abilities.ts'
import type { TeamEvent } from '#schemas/events/team.ts'
import type { ClientId } from '#schemas/ids.ts'
import { Membership } from '#schemas/membership.ts'
import { labelOfRole } from '#schemas/resources/members.ts'
import { changesIn, type Known, type LinesOf, nameless } from './line.ts'
import { person, told } from './told.ts'

type Own = 'MemberJoined' | 'MemberChanged' | 'MemberRemoved' | 'MemberLeft'

const resource = 'members'

/** Somebody is a member of each team by themselves. */
const keyOf = ({ teamId, userId }: { teamId: string; userId: string }) => `${teamId}/${userId}`

type Data = { teamId: TeamEvent['data']['teamId']; userId: string }
const about = (data: Data) => ({ resource, id: data.userId, key: keyOf(data), teamId: data.teamId }) as const

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

/** What somebody may see, by the names of now; null: everything. */
export const limitsOf = (known: Known, { clientId, siteIds }: Pick<Membership, 'clientId' | 'siteIds'>) => ({
  client: clientId && (known.record('clients', clientId)?.name ?? nameless),
  sites: siteIds?.map((id) => known.record('sites', id)?.name ?? nameless).join(', ') ?? null,
})

const fieldsOf = (known: Known, membership: Membership | undefined) => {
  if (!membership) return { role: null, client: null, sites: null, abilities: null }
  const { role, abilities } = membership
  return { role: labelOfRole(role), ...limitsOf(known, membership), abilities: flagsOf(abilities) }
}

const difference = (known: Known, before: Membership | undefined, after: Membership) => {
  const [from, to] = [fieldsOf(known, before), fieldsOf(known, after)]
  return changesIn({
    role: [from.role, to.role],
    client: [from.client, to.client],
    sites: [from.sites, to.sites],
    abilities: [from.abilities, to.abilities],
  })
}

const rememberedOf = (known: Known, data: Data): Membership | undefined =>
  Membership.safeParse(known.record(resource, keyOf(data))?.facts).data

const clientsOf = (...memberships: readonly (Membership | undefined)[]): ClientId[] =>
  memberships.flatMap((each) => each?.clientId ?? [])

export const memberLines: LinesOf<Extract<TeamEvent, { type: Own }>> = {
  MemberJoined: ({ data }, known) => {
    const after = Membership.parse(data)
    return {
      ...about(data),
      summary: told`${person(data.userId)} joined the team`,
      changes: difference(known, undefined, after),
      now: { facts: after },
      clients: clientsOf(after),
    }
  },
  MemberChanged: ({ data }, known) => {
    const [before, after] = [rememberedOf(known, data), Membership.parse(data)]
    return {
      ...about(data),
      summary: told`Changed what ${person(data.userId)} may see and do`,
      changes: difference(known, before, after),
      now: { facts: after },
      clients: clientsOf(before, after),
    }
  },
  MemberRemoved: ({ data }) => ({ ...about(data), summary: told`Removed the member ${person(data.userId)}` }),
  MemberLeft: ({ data }) => ({ ...about(data), summary: told`${person(data.userId)} left the team` }),
}
