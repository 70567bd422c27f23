import { z } from 'zod'
import { CalendarDate } from '../calendar-date.ts'
import type { EventOf } from '../event.ts'
import { ClientId, SiteId, TeamId, VisitId } from '../ids.ts'

export const visitEvents = {
  VisitAdded: z.object({
    visitId: VisitId,
    teamId: TeamId,
    siteId: SiteId,
    clientId: ClientId,
    name: z.string(),
    startedOn: CalendarDate,
    endedOn: CalendarDate,
  }),
}

export type VisitEvent = EventOf<typeof visitEvents>
