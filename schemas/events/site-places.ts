import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { SiteId, TeamId } from '../ids.ts'

const sitesOfTeam = { teamId: TeamId, siteIds: z.array(SiteId) }

/**
 * Retired: old logs contain these events, which are no longer recorded or handled. They counted the sites of a team
 * against its plan (docs/decisions/2026-11-22-counting-sites-of-a-plan.md).
 */
export const sitePlacesEvents = {
  SitePlacesTaken: z.object({
    ...sitesOfTeam,
    again: z.array(SiteId).optional(),
    expiresAt: z.iso.datetime(),
  }),
  SitePlacesReleased: z.object(sitesOfTeam),
}

export type SitePlacesEvent = EventOf<typeof sitePlacesEvents>
