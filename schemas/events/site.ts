import { z } from 'zod'
import { thumbnailTypes } from '#schemas/limits/upload-rules.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { siteDetails } from '../details/site.ts'
import type { EventOf } from '../event.ts'
import { BulkId, CategoryId, ClientId, SiteId, TeamId, TrashId } from '../ids.ts'
import { Content } from './file.ts'

const site = { siteId: SiteId, teamId: TeamId }
const inTrash = { ...site, trashId: TrashId }

export const siteEvents = {
  /** `external_id` is the id in another system, from an import. */
  SiteAdded: z.object({
    ...site,
    clientId: ClientId,
    ...siteDetails.recorded,
    external_id: z.string().optional(),
  }),
  SiteExternalIdSet: z.object({ ...site, external_id: z.string().nullable() }),
  /** `bulkId` is that of the bulk change that the event is part of. */
  SiteUpdated: z.object({ ...site, ...siteDetails.recorded, bulkId: BulkId.optional() }),
  /** The site was moved to another client, with its visits and files (D-76). */
  SiteMoved: z.object({ ...site, clientId: ClientId }),
  /** The upload as sent, stored for drawing only and never served; PictureCropped records the shown thumbnail. */
  SiteThumbnailSet: z.object({ ...site, content: Content, mimeType: z.enum(thumbnailTypes) }),
  SiteThumbnailRemoved: z.object(site),
  /** The site was deleted; its visits and files are hidden and restored with it (D-10). */
  SiteDeleted: z.object(inTrash),
  SiteRestored: z.object(inTrash),
  /** The site was purged, with its visits and files. */
  SitePurged: z.object(inTrash),
  /** The site needs no file of a required category, for this reason, until the end of a day, or for good (D-122). */
  SiteExempted: z.object({
    ...site,
    categoryId: CategoryId,
    reason: z.string(),
    until: CalendarDate.nullable(),
  }),
  SiteExemptionEnded: z.object({ ...site, categoryId: CategoryId }),
}

export type SiteEvent = EventOf<typeof siteEvents>

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
