import { clientDecider } from '#api/domain/client.ts'
import { siteDecider } from '#api/domain/site.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import { invalidField } from '#api/http/problem.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { Membership } from '#schemas/membership.ts'
import { wholeTeam } from '#schemas/scope.ts'
import { loadOwned } from './owned.ts'

/**
 * Checks that the client of a membership belongs to the team, and its sites to that client.
 * Throws 422 under `client_id` or `site_ids`.
 */
export const checkedLimits = async (ledger: Ledger, teamId: TeamId, membership: Membership): Promise<Membership> => {
  const { role, clientId, siteIds } = membership
  if (role !== 'member' || clientId === null) return membership
  await loadOwned(ledger, clientDecider, clientStream(clientId), wholeTeam(teamId), 'client_id')
  const sites = await Promise.all((siteIds ?? []).map((id) => load(ledger, siteDecider, siteStream(id))))
  const areOfClient = sites.every((site) => site.status === 'active' && site.clientId === clientId)
  if (!areOfClient) throw invalidField('site_ids', 'The selected sites are invalid.')
  return { ...membership, siteIds: siteIds && [...new Set(siteIds)] }
}
