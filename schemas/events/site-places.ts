import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { SiteId, TeamId } from '../ids.ts'

const places = { teamId: TeamId, siteIds: z.array(SiteId) }

/** What a team's plan allows of sites is counted in a stream of its own, before a site comes and after it has gone. */
export const sitePlacesEvents = {
  /** For sites that are to come, or to come back. `expiresAt`: they are let go where a site has not come by then. */
  SitePlacesTaken: z.object({
    ...places,
    /** Those that were taken already: nobody lets go of them before this new expiry. */
    again: z.array(SiteId).optional(),
    expiresAt: z.iso.datetime(),
  }),
  SitePlacesReleased: z.object(places),
}

export type SitePlacesEvent = EventOf<typeof sitePlacesEvents>
