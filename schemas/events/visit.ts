import { z } from 'zod'
import { CalendarDate } from '../calendar-date.ts'
import type { EventOf } from '../event.ts'
import { ClientId, SiteId, TeamId, TrashId, VisitId } from '../ids.ts'

const visit = { visitId: VisitId, teamId: TeamId }
const inTrash = { ...visit, trashId: TrashId }

export const visitEvents = {
  VisitAdded: z.object({
    ...visit,
    siteId: SiteId,
    clientId: ClientId,
    name: z.string(),
    startedOn: CalendarDate,
    endedOn: CalendarDate,
  }),
  VisitUpdated: z.object({ ...visit, name: z.string(), startedOn: CalendarDate, endedOn: CalendarDate }),
  /** To another site, which is a site of this client; the files of the visit went with it (D-04). */
  VisitMoved: z.object({ ...visit, siteId: SiteId, clientId: ClientId }),
  /** Its files stay on the site and are without a visit until it is restored (D-10). */
  VisitDeleted: z.object(inTrash),
  VisitRestored: z.object(inTrash),
  VisitPurged: z.object(inTrash),
}

export type VisitEvent = EventOf<typeof visitEvents>
