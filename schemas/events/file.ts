import { z } from 'zod'
import { CalendarDate } from '../calendar-date.ts'
import type { EventOf } from '../event.ts'
import { BulkId, CategoryId, ClientId, ContentHash, FileId, SiteId, TeamId, TrashId, UserId, VisitId } from '../ids.ts'
import { fileTypes } from '../upload-rules.ts'

/** Stored bytes: never the bytes themselves (D-91). */
export const Content = z.object({ hash: ContentHash, size: z.int().min(0) })
export type Content = z.infer<typeof Content>

const file = { fileId: FileId, teamId: TeamId }

/** `bulkId` names the change of many files that this was a part of, so that it can be undone as one. */
const change = { ...file, bulkId: BulkId.nullable() }

const inTrash = { ...file, trashId: TrashId }

export const fileEvents = {
  FileUploaded: z.object({
    ...file,
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
    ...file,
    /** Hash of the content that the thumbnail shows. */
    of: ContentHash,
    content: Content,
    mimeType: z.literal('image/webp'),
    width: z.int().min(1),
    height: z.int().min(1),
  }),
  ThumbnailFailed: z.object({ ...file, of: ContentHash, reason: z.string() }),
  FileUpdated: z.object({ ...change, name: z.string(), completedOn: CalendarDate }),
  /** To another visit of its site, or to none (null); the site and client are where the file lies. */
  FileVisitChanged: z.object({ ...change, visitId: VisitId.nullable(), siteId: SiteId, clientId: ClientId }),
  FileCategoriesChanged: z.object({ ...change, categoryIds: z.array(CategoryId) }),
  /** Files that were deleted in one go have the same `trashId`: they are one entry of the trash. */
  FileDeleted: z.object(inTrash),
  FileRestored: z.object(inTrash),
  FilePurged: z.object(inTrash),
}

export type FileEvent = EventOf<typeof fileEvents>
