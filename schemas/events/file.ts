import { z } from 'zod'
import { fileTypes, heicTypes } from '#schemas/limits/upload-rules.ts'
import { fileDetails } from '../details/file.ts'
import type { EventOf } from '../event.ts'
import { BulkId, CategoryId, ClientId, ContentHash, FileId, SiteId, TeamId, TrashId, UserId, VisitId } from '../ids.ts'

/** The address of stored bytes; events never contain the bytes (D-91). */
export const Content = z.object({ hash: ContentHash, size: z.int().min(0) })
export type Content = z.infer<typeof Content>

/** The file that was sent and that the content was made of: a photo that a JPEG stands for. */
export const Original = z.object({ type: z.enum(heicTypes), content: Content })
export type Original = z.infer<typeof Original>

const file = { fileId: FileId, teamId: TeamId }

/** `bulkId` is that of the bulk change that the event is part of, so that it can be undone as one. */
const change = { ...file, bulkId: BulkId.nullable() }

const inTrash = { ...file, trashId: TrashId }

/** The content of an upload. `type` is the declared type; `mimeType` is the sniffed one (D-46). */
const received = {
  /** Name of the file on the uploader's machine. */
  localFileName: z.string(),
  type: z.enum(fileTypes),
  mimeType: z.enum(fileTypes),
  content: Content,
  /** Only where the content was made of something else. */
  original: Original.optional(),
}

export const fileEvents = {
  FileUploaded: z.object({
    ...file,
    clientId: ClientId,
    siteId: SiteId,
    visitId: VisitId.nullable(),
    categoryIds: z.array(CategoryId),
    ...fileDetails.recorded,
    ...received,
    /** Only where the expiry date follows from the rule of a category: so many months `after` one of the file's days. */
    expiryRule: z
      .object({ categoryId: CategoryId, months: z.int(), after: z.enum(['visit', 'completion']) })
      .optional(),
    uploadedBy: UserId,
  }),
  /**
   * Other content took the place of the file's. The upload is version 1; every earlier version stays until the file is
   * purged. `broughtBack` is the earlier version whose content it is, null for content that the file did not have.
   */
  FileVersionAdded: z.object({
    ...file,
    ...received,
    version: z.int().min(1),
    broughtBack: z.int().min(1).nullable(),
    addedBy: UserId,
  }),
  ThumbnailMade: z.object({
    ...file,
    /** Hash of the content of the thumbnail. */
    of: ContentHash,
    content: Content,
    mimeType: z.literal('image/webp'),
    width: z.int().min(1),
    height: z.int().min(1),
  }),
  ThumbnailFailed: z.object({ ...file, of: ContentHash, reason: z.string() }),
  FileUpdated: z.object({ ...change, ...fileDetails.recorded }),
  /**
   * The file was moved to another visit of its site, or off its visit (null); site and client are those of the file.
   */
  FileVisitChanged: z.object({ ...change, visitId: VisitId.nullable(), siteId: SiteId, clientId: ClientId }),
  /** The file was moved to another site, to one of its visits or none; `from` is where it was. */
  FileMoved: z.object({
    ...change,
    visitId: VisitId.nullable(),
    siteId: SiteId,
    clientId: ClientId,
    from: z.object({ siteId: SiteId, clientId: ClientId }),
  }),
  FileCategoriesChanged: z.object({ ...change, categoryIds: z.array(CategoryId) }),
  /** Files that are deleted by one command share a `trashId`: they are one entry of the trash. */
  FileDeleted: z.object(inTrash),
  FileRestored: z.object(inTrash),
  FilePurged: z.object(inTrash),
}

export type FileEvent = EventOf<typeof fileEvents>
