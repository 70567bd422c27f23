import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ClientId, TeamId, TrashId } from '../ids.ts'
import { thumbnailTypes } from '../upload-rules.ts'
import { Content } from './file.ts'

const client = { clientId: ClientId, teamId: TeamId }
const inTrash = { ...client, trashId: TrashId }

export const clientEvents = {
  /** `externalId` is what another system calls it, where an import told. */
  ClientAdded: z.object({ ...client, name: z.string(), externalId: z.string().optional() }),
  ClientExternalIdSet: z.object({ ...client, externalId: z.string().nullable() }),
  ClientRenamed: z.object({ ...client, name: z.string() }),
  /** As it was sent, kept for the drawing alone and never served; PictureCropped tells what is shown. */
  ClientThumbnailSet: z.object({ ...client, content: Content, mimeType: z.enum(thumbnailTypes) }),
  ClientThumbnailRemoved: z.object(client),
  /** Everything below it is hidden with it, and comes back with it (D-10). */
  ClientDeleted: z.object(inTrash),
  ClientRestored: z.object(inTrash),
  /** Gone for ever, with everything below it. */
  ClientPurged: z.object(inTrash),
}

export type ClientEvent = EventOf<typeof clientEvents>
