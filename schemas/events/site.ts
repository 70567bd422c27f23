import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ClientId, SiteId, TeamId, TrashId } from '../ids.ts'
import { thumbnailTypes } from '../upload-rules.ts'
import { Content } from './file.ts'

const site = { siteId: SiteId, teamId: TeamId }
const inTrash = { ...site, trashId: TrashId }

export const siteEvents = {
  /** `externalId` is what another system calls it, where an import told. */
  SiteAdded: z.object({
    ...site,
    clientId: ClientId,
    name: z.string(),
    postcode: z.string().nullable(),
    externalId: z.string().optional(),
  }),
  SiteExternalIdSet: z.object({ ...site, externalId: z.string().nullable() }),
  SiteUpdated: z.object({ ...site, name: z.string(), postcode: z.string().nullable() }),
  /** To another client; its visits and files went with it (D-76). */
  SiteMoved: z.object({ ...site, clientId: ClientId }),
  /** As it was sent, kept for the drawing alone and never served; PictureCropped tells what is shown. */
  SiteThumbnailSet: z.object({ ...site, content: Content, mimeType: z.enum(thumbnailTypes) }),
  SiteThumbnailRemoved: z.object(site),
  /** Its visits and files are hidden with it, and come back with it (D-10). */
  SiteDeleted: z.object(inTrash),
  SiteRestored: z.object(inTrash),
  /** Gone for ever, with its visits and files. */
  SitePurged: z.object(inTrash),
}

export type SiteEvent = EventOf<typeof siteEvents>
