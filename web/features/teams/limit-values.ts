import type { TeamMember } from '#schemas/resources/members.ts'
import type { GivenRole } from '#schemas/rights/abilities.ts'

/** The form values of role and limits; `client_id` is empty for all clients. */
export type LimitValues = { role: string; client_id: string; all_sites: boolean; site_ids: string[] }

/** An invitation starts as a member who sees everything. */
export const noLimits: LimitValues = { role: 'member', client_id: '', all_sites: true, site_ids: [] }

export const limitsOf = ({ pivot }: TeamMember): LimitValues => ({
  role: pivot.role,
  client_id: pivot.client_id ?? '',
  all_sites: pivot.all_sites,
  site_ids: [...pivot.site_ids],
})

/** The request body: only members have limits, and sites only within a client. */
export const limitsToSend = ({ role, client_id, all_sites, site_ids }: LimitValues) => {
  const client = role === 'member' ? client_id : ''
  const all = client === '' || all_sites
  return { role: role as GivenRole, client_id: client, all_sites: all, site_ids: all ? [] : site_ids }
}
