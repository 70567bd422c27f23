import type { TeamMember } from '#schemas/resources/members.ts'
import type { GivenRole } from '#schemas/rights/abilities.ts'
import { toIsoDate } from '#schemas/time/dates.ts'
import { dayMonthYear } from '#web/lib/dates.ts'

/** The form values of role, limits and last day, `yyyy-mm-dd`; `client_id` is empty for all clients. */
export type LimitValues = {
  role: string
  client_id: string
  all_sites: boolean
  site_ids: string[]
  ends_at: string | null
}

/** An invitation starts as a member who sees everything, for good. */
export const noLimits: LimitValues = { role: 'member', client_id: '', all_sites: true, site_ids: [], ends_at: null }

export const limitsOf = ({ pivot, ends_at }: TeamMember): LimitValues => ({
  role: pivot.role,
  client_id: pivot.client_id ?? '',
  all_sites: pivot.all_sites,
  site_ids: [...pivot.site_ids],
  ends_at: ends_at && toIsoDate(ends_at),
})

/** The request body: only members have limits, and sites only within a client. */
export const limitsToSend = ({ role, client_id, all_sites, site_ids, ends_at }: LimitValues) => {
  const client = role === 'member' ? client_id : ''
  const all = client === '' || all_sites
  return {
    role: role as GivenRole,
    client_id: client,
    all_sites: all,
    site_ids: all ? [] : site_ids,
    ends_at: ends_at && dayMonthYear(ends_at),
  }
}
