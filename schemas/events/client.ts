import { z } from 'zod'
import { thumbnailTypes } from '#schemas/limits/upload-rules.ts'
import { clientDetails } from '../details/client.ts'
import type { EventOf } from '../event.ts'
import { ClientId, TeamId, TrashId } from '../ids.ts'
import { Content } from './file.ts'

const client = { clientId: ClientId, teamId: TeamId }
const inTrash = { ...client, trashId: TrashId }

export const clientEvents = {
  /** `external_id` is the id in another system, from an import. */
  ClientAdded: z.object({ ...client, ...clientDetails.recorded, external_id: z.string().optional() }),
  ClientExternalIdSet: z.object({ ...client, external_id: z.string().nullable() }),
  ClientRenamed: z.object({ ...client, ...clientDetails.recorded }),
  /** The upload as sent, stored for drawing only and never served; PictureCropped records the shown thumbnail. */
  ClientThumbnailSet: z.object({ ...client, content: Content, mimeType: z.enum(thumbnailTypes) }),
  ClientThumbnailRemoved: z.object(client),
  /** The client was deleted; everything below it is hidden and restored with it (D-10). */
  ClientDeleted: z.object(inTrash),
  ClientRestored: z.object(inTrash),
  /** The client was purged, with everything below it. */
  ClientPurged: z.object(inTrash),
}

export type ClientEvent = EventOf<typeof clientEvents>
