import { siteDecider } from '#api/domain/site.ts'
import { limited } from '#api/domain/team-members.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { siteStream } from '#api/event-store/streams.ts'
import { invalidField } from '#api/http/problem.ts'
import { activeClient } from '#api/services/records/active-sites.ts'
import { orInvalid } from '#api/services/records/owned.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { updateMember } from '#schemas/resources/members.ts'
import type { Membership } from '#schemas/rights/membership.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusMonths } from '#schemas/time/dates.ts'

/** Role and limits that a request asks for; what is undefined stays as it is. */
type Asked = Pick<BodyOf<typeof updateMember>, 'role' | 'client_id' | 'all_sites' | 'site_ids' | 'ends_at'>

/** Whether sites are to be limited: those that are named limit, unless the request asks for all of them (D-115). */
const asksForSites = ({ all_sites, site_ids }: Asked): boolean => !(all_sites ?? !site_ids)

/** The asked sites: null for all. Without a word of all of them, what is not named is not given. */
const sitesIn = ({ all_sites, site_ids }: Asked, present: Membership['siteIds']): Membership['siteIds'] => {
  if (all_sites) return null
  const chosen = site_ids === undefined ? present : site_ids
  return chosen ? [...new Set(chosen)] : all_sites === false || present ? [] : null
}

const changeIn = (asked: Asked, present: Membership): Partial<Membership> => {
  const { role, client_id, all_sites, site_ids, ends_at } = asked
  return {
    ...(role === undefined ? {} : { role }),
    ...(client_id === undefined ? {} : { clientId: client_id }),
    ...(ends_at === undefined ? {} : { endsAt: ends_at }),
    ...(all_sites === undefined && site_ids === undefined ? {} : { siteIds: sitesIn(asked, present.siteIds) }),
  }
}

/** Throws 422 for limits that the role does not have, and for sites without a client. */
const requireFitting = (asked: Asked, { role, clientId }: Membership): void => {
  if (role !== 'member') {
    if (asked.client_id) throw invalidField('client_id', 'Only members can be limited to a client.')
    if (asked.site_ids?.length) throw invalidField('site_ids', 'Only members can be limited to sites.')
    if (asked.all_sites === false) throw invalidField('all_sites', 'Only members can be limited to sites.')
    return
  }
  if (asked.all_sites && asked.site_ids?.length) {
    throw invalidField('site_ids', 'Please select either all sites or some of them.')
  }
  if (clientId === null && asksForSites(asked)) throw invalidField('client_id', 'Please select a client.')
}

const limitsOf = (membership: Membership): string => {
  const { clientId, siteIds } = limited(membership)
  return JSON.stringify([clientId, siteIds])
}

/**
 * The changes of a membership by a request. Throws 422 under the field of a limit that does not fit; limits that stay
 * as they are always do.
 */
export const limitsAsked = (asked: Asked, present: Membership) => {
  const change = changeIn(asked, present)
  const wanted = { ...present, ...change }
  requireFitting(asked, wanted)
  const { clientId, siteIds } = limited(wanted)
  const changed = limitsOf(present) !== limitsOf(wanted) && clientId !== null
  if (changed && siteIds?.length === 0) throw invalidField('site_ids', 'Please select at least one site.')
  return { change, clientId: changed ? clientId : null, siteIds: siteIds ?? [] }
}

/** Throws 422 unless it ends after today and within three years; the present end always fits. */
const requireEnd = (endsAt: Membership['endsAt'], present: Membership, today: CalendarDate): void => {
  if (endsAt === null || endsAt === present.endsAt) return
  if (endsAt <= today) throw invalidField('ends_at', 'The end date must be after today.')
  if (endsAt > plusMonths(today, 36)) throw invalidField('ends_at', 'The end date must be within three years.')
}

/**
 * The change that a request asks for, in which the client belongs to the team, the sites to that client, and the end is
 * after today; else 422.
 */
export const checkedLimits = async (
  ledger: Ledger,
  teamId: TeamId,
  present: Membership,
  asked: Asked,
  today: CalendarDate,
): Promise<Partial<Membership>> => {
  const { change, clientId, siteIds } = limitsAsked(asked, present)
  requireEnd(change.endsAt ?? null, present, today)
  if (clientId === null) return change
  orInvalid('client_id', await activeClient(ledger, wholeTeam(teamId), clientId))
  const sites = await Promise.all(siteIds.map((id) => load(ledger, siteDecider, siteStream(id))))
  const areOfClient = sites.every((site) => site.status === 'active' && site.clientId === clientId)
  if (!areOfClient) throw invalidField('site_ids', 'The selected sites are invalid.')
  return change
}
