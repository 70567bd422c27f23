import { isWhollyWithin, maySee } from '#api/services/files/share-access.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { ShareRow } from '#projections/facilities/shares.ts'
import type { MemberState, MembershipQueries } from '#projections/past/memberships.ts'
import type { Shared } from '#schemas/events/share.ts'
import type { ClientId, SiteId, TeamId, UserId, VisitId } from '#schemas/ids.ts'
import { openSharesOfRecord } from '#schemas/limits/ceiling-numbers.ts'
import { type ArrangedKind, nouns } from '#schemas/nouns.ts'
import { grants, roleHolds } from '#schemas/policy.ts'
import { type Access, accessActions } from '#schemas/resources/access.ts'
import { type AbilityChanges, labelOfRole } from '#schemas/rights/abilities.ts'
import { abilitiesOf, type Membership, scopeOf } from '#schemas/rights/membership.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type Clock, dayOf, showDate } from '#schemas/time/dates.ts'

/** A sentence, given the day of the event behind it. */
type Reason = { position: number; text: (day: string) => string }

/** What the rows of all nouns with a list may tell of where they lie. */
type Row = {
  id: string
  name: string | null
  client_id?: ClientId
  client_name?: string
  site_id?: SiteId
  site_name?: string
  visit_id?: VisitId | null
}

type RecordOfMoment = { noun: ArrangedKind; row: Row }

/** A record where a scope shows it, as its own call finds it. */
export const recordIn = ({ records }: ReadModels, scope: Scope, noun: ArrangedKind, id: string): Row | undefined =>
  (records[noun].one as (scope: Scope, id: string) => Row | undefined)(scope, id)

const since = (what: string) => (day: string) => `${what} since ${day}`

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

/** The links that show a record: to itself, or to what it lies in. */
const linksTo = ({ noun, row }: RecordOfMoment): Shared[] => {
  const of = (kind: Shared['kind'], id: string | null | undefined) => (id ? [{ kind, id } as Shared] : [])
  if (noun === 'clients') return of('client-compliance', row.id)
  if (noun === 'sites') return [...of('site', row.id), ...of('site-compliance', row.id)]
  if (noun === 'visits') return [...of('visit', row.id), ...of('site', row.site_id)]
  return noun === 'files' ? [...of('file', row.id), ...of('visit', row.visit_id), ...of('site', row.site_id)] : []
}

/** Who may do what with the records of a team at the moment of a request, by the policy of live requests (D-121). */
export const accessIn = (models: ReadModels, memberships: MembershipQueries, clock: Clock, teamId: TeamId) => {
  const { accounts } = models.directory
  const nameOf = (id: UserId): string => accounts.namesOf([id]).get(id) ?? 'erased person'
  const dayAt = (position: number) => showDate(dayOf({ ...clock, now: () => memberships.timeOf(position) }))
  const told = (reasons: readonly Reason[]): Pick<Access, 'why' | 'since'> => ({
    why: reasons.map(({ text, position }) => ({ text: text(dayAt(position)), position: String(position) })),
    since: memberships.timeOf(Math.max(...reasons.map(({ position }) => position))).toISOString(),
  })
  const statesOf = (userId: UserId) => memberships.statesOf(teamId, userId)

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

  const ofMember = (userId: UserId, record: RecordOfMoment): Access | undefined => {
    const position = memberships.position()
    const states = statesOf(userId)
    const until = states.filter(({ stood_from }) => stood_from <= position)
    const [first] = states
    const last = until.at(-1)
    if (!first) return undefined
    const entry = { kind: 'member' as const, id: userId, name: nameOf(userId) }
    const nothing = (text: Reason['text'], at: number): Access => ({
      ...entry,
      role: null,
      may: [],
      ...told([{ text, position: at }]),
    })
    if (!last) return nothing((day) => `Not in the team before ${day}`, first.stood_from)
    if (last.stood_until <= position) return nothing(since('Not in the team'), last.stood_until)
    const member = memberships.membership(userId, teamId)
    const partSince = (part: (state: MemberState) => unknown) => sinceOf(until, part)
    if (!member) {
      const ended = `Membership until ${showDate(last.ends_at as CalendarDate)}, as was set on`
      return nothing(
        (day) => `${ended} ${day}`,
        partSince(({ ends_at }) => ends_at),
      )
    }
    const { noun, row } = record
    const isSeen = recordIn(models, scopeOf(teamId, member), noun, row.id) !== undefined
    const abilities = abilitiesOf(member)
    const may =
      isSeen && grants(abilities, `${noun}.view`)
        ? accessActions.filter((each) => grants(abilities, `${noun}.${each}`))
        : []
    const limit = limitOf(member, record, isSeen)
    const limits = partSince(({ client_id, site_ids }) => JSON.stringify([client_id, site_ids]))
    const own = partSince(({ abilities: flags }) => JSON.stringify((JSON.parse(flags) as AbilityChanges)[noun]))
    return {
      ...entry,
      role: member.role,
      may,
      ...told([
        { text: since(`Member with the role ${labelOfRole(member.role)}`), position: partSince(({ role }) => role) },
        ...(limit ? [{ text: limit, position: limits }] : []),
        ...ownRights(member, noun).map((text) => ({ text: since(text), position: own })),
      ]),
    }
  }

  /** Whether the maker of a link might share what it shows, as its page asks. */
  const isOpen = ({
    kind,
    user_id,
    client_id: clientId,
    site_id: siteId,
    max_openings,
    openings,
  }: ShareRow): boolean => {
    const maker = memberships.membership(user_id, teamId)
    if (!maker || !memberships.allowsShareLinks(teamId) || !roleHolds(maker.role, 'share')) return false
    if (max_openings !== null && openings >= max_openings) return false
    const place = { teamId, clientId, siteId }
    return maySee({ abilities: abilitiesOf(maker) }, kind) && isWhollyWithin(scopeOf(teamId, maker), place)
  }

  const ofShares = (record: RecordOfMoment): Access[] => {
    const now = clock.now().toISOString()
    const page = { limit: openSharesOfRecord }
    const rows = linksTo(record).flatMap(
      (shared) => models.facilities.shares.list({ scope: wholeTeam(teamId), shared, now }, page).rows,
    )
    return rows.filter(isOpen).map((share) => {
      const what = share.kind.includes('compliance')
        ? `the compliance of ${share.name}`
        : `the ${share.kind} ${share.name}`
      const reason = { text: since(`Share link to ${what}`), position: memberships.sharedAt(share.id) }
      return { kind: 'share', id: share.id, name: nameOf(share.user_id), role: null, may: ['view'], ...told([reason]) }
    })
  }

  return {
    ofMember,
    /** Those who may see it: the owner, the others in the order in which they joined, then links. */
    all: (record: RecordOfMoment): Access[] => {
      const members = memberships.membersOf(teamId)
      const owner = ({ role }: Membership) => Number(role !== 'owner')
      const found = members
        .toSorted((one, other) => owner(one) - owner(other))
        .flatMap(({ userId }) => ofMember(userId, record) ?? [])
      return [...found.filter(({ may }) => may.length > 0), ...ofShares(record)]
    },
  }
}
