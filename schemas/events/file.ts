import { z } from 'zod'
import { CalendarDate } from '../calendar-date.ts'
import type { EventOf } from '../event.ts'
import { CategoryId, ClientId, ContentHash, FileId, SiteId, TeamId, UserId, VisitId } from '../ids.ts'
import { fileTypes } from '../upload-rules.ts'

/** Stored bytes: never the bytes themselves (D-91). */
export const Content = z.object({ hash: ContentHash, size: z.int().min(0) })
export type Content = z.infer<typeof Content>

export const fileEvents = {
  FileUploaded: z.object({
    fileId: FileId,
    teamId: TeamId,
    clientId: ClientId,
    siteId: SiteId,
    visitId: VisitId.nullable(),
    categoryIds: z.array(CategoryId),
    name: z.string(),
    /** Name of the file on the uploader's machine. */
    localFileName: z.string(),
    /** The declared type; `mimeType` is the sniffed one (D-46). */
    type: z.enum(fileTypes),
    mimeType: z.enum(fileTypes),
    content: Content,
    completedOn: CalendarDate,
    uploadedBy: UserId,
  }),
  ThumbnailMade: z.object({
    fileId: FileId,
    teamId: TeamId,
    /** Hash of the content that the thumbnail shows. */
    of: ContentHash,
    content: Content,
    mimeType: z.literal('image/webp'),
    width: z.int().min(1),
    height: z.int().min(1),
  }),
  ThumbnailFailed: z.object({ fileId: FileId, teamId: TeamId, of: ContentHash, reason: z.string() }),
}

export type FileEvent = EventOf<typeof fileEvents>
