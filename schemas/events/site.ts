import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ClientId, SiteId, TeamId } from '../ids.ts'

export const siteEvents = {
  SiteAdded: z.object({
    siteId: SiteId,
    teamId: TeamId,
    clientId: ClientId,
    name: z.string(),
    postcode: z.string().nullable(),
  }),
}

export type SiteEvent = EventOf<typeof siteEvents>
