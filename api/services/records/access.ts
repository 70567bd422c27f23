import type { ReadModels } from '#api/services/read-models.ts'
import type { MemberState, MembershipQueries } from '#projections/past/memberships.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { type ArrangedKind, nouns } from '#schemas/nouns.ts'
import { grants } from '#schemas/policy.ts'
import { type Access, accessActions } from '#schemas/resources/access.ts'
import { type AbilityChanges, labelOfRole, type Role } from '#schemas/rights/abilities.ts'
import { abilitiesOf, type Membership, scopeOf } from '#schemas/rights/membership.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import { narrowed } from '#schemas/rights/token-abilities.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type Clock, showDate } from '#schemas/time/dates.ts'
import { impersonatedFor } from '#schemas/time/impersonation-life.ts'
import { openLinks, type RecordOfMoment, type Row } from './access-links.ts'
import { accessWords, type Reason, since } from './access-words.ts'

/** A record where a scope shows it, as its own call finds it. */
export const recordIn = ({ records }: ReadModels, scope: Scope, noun: ArrangedKind, id: string): Row | undefined =>
  (records[noun].one as (scope: Scope, id: string) => Row | undefined)(scope, id)

/** The position from which the last state, and those before it without a gap, were the same. */
const sinceOf = (states: readonly MemberState[], part: (state: MemberState) => unknown): number => {
  const [last, ...before] = states.toReversed()
  if (!last) return 0
  let since = last.stood_from
  for (const state of before) {
    if (state.stood_until !== since || part(state) !== part(last)) break
    since = state.stood_from
  }
  return since
}

/** The flags of a member for a noun that differ from their role's, in words. */
const ownRights = ({ abilities }: Pick<Membership, 'abilities'>, noun: ArrangedKind): string[] => {
  const told = (wanted: boolean) => accessActions.filter((action) => abilities[noun]?.[action] === wanted)
  const sentence = (start: string, actions: readonly string[]) =>
    actions.length > 0 ? [`${start} ${actions.join(' and ')} ${noun}`] : []
  return [...sentence('May also', told(true)), ...sentence('May not', told(false))]
}

/** Who may do what with the records of a team at the moment of a request, by the policy of live requests (D-121). */
export const accessIn = (models: ReadModels, memberships: MembershipQueries, clock: Clock, teamId: TeamId) => {
  const { nameOf, told } = accessWords(models, memberships, clock)
  const ofShares = openLinks(models, memberships, clock, teamId)

  const limitOf = ({ clientId, siteIds }: Membership, { noun, row }: RecordOfMoment, isSeen: boolean) => {
    const whole = wholeTeam(teamId)
    if (noun === 'documents' || clientId === null) return undefined
    const isOfSites = siteIds !== null && noun !== 'clients'
    const sites = isOfSites ? [...models.records.sites.each(whole, siteIds).values()].map(({ name }) => name) : []
    const place = isOfSites
      ? sites.join(', ') || 'no site'
      : `the client ${recordIn(models, whole, 'clients', clientId)?.name ?? clientId}`
    const { one } = nouns[noun]
    const lay = noun === 'clients' ? `is ${row.name}` : `lay at ${row.site_name ?? row.client_name}`
    const isIt =
      isSeen && row.id === (noun === 'clients' ? clientId : noun === 'sites' && isOfSites ? row.id : undefined)
    const rest = isSeen ? `, which this ${one} ${isIt ? 'is' : 'lies in'}` : `; this ${one} ${lay}`
    return (day: string) => `Limited to ${place} since ${day}${rest}`
  }

  const ofMember = (userId: UserId, { noun, row }: RecordOfMoment): Access | undefined => {
    const position = memberships.position()
    const states = memberships.statesOf(teamId, userId)
    const until = states.filter(({ stood_from }) => stood_from <= position)
    const [first] = states
    const last = until.at(-1)
    if (!first) return undefined
    const answer = (role: Role | null, may: Access['may'], reasons: readonly Reason[]): Access => ({
      kind: 'member',
      id: userId,
      name: nameOf(userId),
      role,
      may,
      ...told(reasons),
    })
    const nothing = (text: Reason['text'], at: number) => answer(null, [], [{ text, position: at }])
    if (!last) return nothing((day) => `Not in the team before ${day}`, first.stood_from)
    if (last.stood_until <= position) return nothing(since('Not in the team'), last.stood_until)
    const member = memberships.membership(userId, teamId)
    const partSince = (part: (state: MemberState) => unknown) => sinceOf(until, part)
    if (!member) {
      const ended = `Membership until ${showDate(last.ends_at as CalendarDate)}, as was set on`
      const set = partSince(({ ends_at }) => ends_at)
      return nothing((day) => `${ended} ${day}`, set)
    }
    const isSeen = recordIn(models, scopeOf(teamId, member), noun, row.id) !== undefined
    const abilities = abilitiesOf(member)
    const may = isSeen ? accessActions.filter((each) => grants(abilities, `${noun}.${each}`)) : []
    const limit = limitOf(member, { noun, row }, isSeen)
    const limits = partSince(({ client_id, site_ids }) => JSON.stringify([client_id, site_ids]))
    const own = partSince(({ abilities: flags }) => JSON.stringify((JSON.parse(flags) as AbilityChanges)[noun]))
    return answer(member.role, may, [
      { text: since(`Member with the role ${labelOfRole(member.role)}`), position: partSince(({ role }) => role) },
      ...(limit ? [{ text: limit, position: limits }] : []),
      ...ownRights(member, noun).map((text) => ({ text: since(text), position: own })),
    ])
  }

  /** The tokens, apps and operators that acted for a member, who may no more than they. */
  const ofPrograms = (member: Access, { noun }: RecordOfMoment): Access[] => {
    const userId = member.id as UserId
    const membership = memberships.membership(userId, teamId)
    if (!membership) return []
    const entry = (kind: Access['kind'], id: string, may: Access['may'], reason: Reason): Access => {
      const { why, since } = told([reason])
      const [latest = since] = [since, member.since].toSorted().toReversed()
      return { ...member, kind, id, may, why: [...why, ...member.why], since: latest }
    }
    const programs = memberships.programsOf(userId, teamId).map(({ id, is, client, abilities, since: position }) => {
      const left = narrowed(abilitiesOf(membership), abilities)
      const may = member.may.filter((each) => grants(left, `${noun}.${each}`))
      const name = client === null ? undefined : models.programs.oauthClients.nameOf(client)
      const text = since(`${[is, name].filter(Boolean).join(' ')} with these abilities`)
      return entry(client === null ? 'token' : 'app', id, may, { text, position })
    })
    const begun = new Date(clock.now().getTime() - impersonatedFor)
    const operators = memberships.operatorsAs(userId, begun).map(({ id, since: position }) => ({
      ...entry('operator', id, member.may, { text: since(`In the name of ${member.name}`), position }),
      name: nameOf(id),
    }))
    return [...programs, ...operators]
  }

  return {
    ofMember,
    /**
     * Those who may do anything with it: the owner, the others in the order in which they joined, then those who act for
     * them, then links.
     */
    all: async (record: RecordOfMoment): Promise<Access[]> => {
      const members = memberships.membersOf(teamId)
      const owner = ({ role }: Membership) => Number(role !== 'owner')
      const found = members
        .toSorted((one, other) => owner(one) - owner(other))
        .flatMap(({ userId }) => ofMember(userId, record) ?? [])
      const programs = found.flatMap((member) => ofPrograms(member, record))
      return [...[...found, ...programs].filter(({ may }) => may.length > 0), ...(await ofShares(record))]
    },
  }
}
