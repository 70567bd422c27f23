import { z } from 'zod'
import { visitDetails } from '../details/visit.ts'
import type { EventOf } from '../event.ts'
import { ClientId, SiteId, TeamId, TrashId, VisitId } from '../ids.ts'

const visit = { visitId: VisitId, teamId: TeamId }
const inTrash = { ...visit, trashId: TrashId }

export const visitEvents = {
  VisitAdded: z.object({
    ...visit,
    siteId: SiteId,
    clientId: ClientId,
    ...visitDetails.recorded,
  }),
  VisitUpdated: z.object({ ...visit, ...visitDetails.recorded }),
  /** The visit was moved to another site, of this client, with its files (D-04). */
  VisitMoved: z.object({ ...visit, siteId: SiteId, clientId: ClientId }),
  /** The visit was deleted; its files stay on the site, without a visit until it is restored (D-10). */
  VisitDeleted: z.object(inTrash),
  VisitRestored: z.object(inTrash),
  VisitPurged: z.object(inTrash),
}

export type VisitEvent = EventOf<typeof visitEvents>
