import { z } from 'zod'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { EventOf } from '../event.ts'
import { BulkId, CategoryId, DocumentId, FieldId, FileId, SiteId, TeamId, VisitId } from '../ids.ts'
import { documentEvents } from './document.ts'
import { fileEvents } from './file.ts'
import type { SampleEvent } from './sample.ts'

const bulk = { bulkId: BulkId, teamId: TeamId }

/**
 * The change of each file: absent fields stay as they are, `visitId` null removes the file from its visit. A file that
 * `siteId` moves to another site leaves its visit, unless `visitId` is one of that site.
 */
export const FileChange = z.object({
  categoryIds: z.array(CategoryId).optional(),
  /** Categories to add to, and to remove from, those of each file. */
  addedCategoryIds: z.array(CategoryId).optional(),
  removedCategoryIds: z.array(CategoryId).optional(),
  siteId: SiteId.optional(),
  visitId: VisitId.nullable().optional(),
  completed_at: CalendarDate.optional(),
  /** Null takes the expiry date away. */
  expires_at: CalendarDate.nullable().optional(),
  delete: z.literal(true).optional(),
})
export type FileChange = z.infer<typeof FileChange>

/** The change of each document: null takes the expiry date away. */
export const DocumentsChange = z.object({ expires_at: CalendarDate.nullable() })
export type DocumentsChange = z.infer<typeof DocumentsChange>

/** The change of each site: values of own fields by their ids; null takes a value away. */
export const SitesChange = z.object({ fields: z.record(FieldId, z.string().nullable()) })
export type SitesChange = z.infer<typeof SitesChange>

/**
 * A bulk change, in a stream of its own. All checks precede its first event, so any process can finish one that has
 * begun and not ended: each step is idempotent.
 */
export const bulkEvents = {
  FilesChangeBegun: z.object({ ...bulk, fileIds: z.array(FileId).min(1), change: FileChange }),
  /** `changed` are the files that existed and differed from the change. */
  FilesChangeEnded: z.object({ ...bulk, changed: z.array(FileId) }),
  FilesUndoBegun: z.object({ ...bulk, fileIds: z.array(FileId) }),
  /** `left` are the files that were changed again since, which stay as they are. */
  FilesUndoEnded: z.object({ ...bulk, undone: z.array(FileId), left: z.array(FileId) }),
  /** All of the files have the same categories. */
  FilesUploadBegun: z.object({
    ...bulk,
    files: z.array(fileEvents.FileUploaded.omit({ categoryIds: true })).min(1),
    categoryIds: z.array(CategoryId),
  }),
  FilesUploadEnded: z.object({ ...bulk, fileIds: z.array(FileId) }),
  DocumentsChangeBegun: z.object({ ...bulk, documentIds: z.array(DocumentId).min(1), change: DocumentsChange }),
  /** `changed` are the documents that existed and differed from the change. */
  DocumentsChangeEnded: z.object({ ...bulk, changed: z.array(DocumentId) }),
  DocumentsUndoBegun: z.object({ ...bulk, documentIds: z.array(DocumentId) }),
  /** `left` are the documents that were changed again since, which stay as they are. */
  DocumentsUndoEnded: z.object({ ...bulk, undone: z.array(DocumentId), left: z.array(DocumentId) }),
  DocumentsUploadBegun: z.object({ ...bulk, documents: z.array(documentEvents.DocumentUploaded).min(1) }),
  DocumentsUploadEnded: z.object({ ...bulk, documentIds: z.array(DocumentId) }),
  SitesChangeBegun: z.object({ ...bulk, siteIds: z.array(SiteId).min(1), change: SitesChange }),
  /** `changed` are the sites that existed and differed from the change. */
  SitesChangeEnded: z.object({ ...bulk, changed: z.array(SiteId) }),
  SitesUndoBegun: z.object({ ...bulk, siteIds: z.array(SiteId) }),
  /** `left` are the sites whose details were changed again since, which stay as they are. */
  SitesUndoEnded: z.object({ ...bulk, undone: z.array(SiteId), left: z.array(SiteId) }),
}

/** The events of a bulk change's stream: sample data is one too. */
export type BulkEvent = EventOf<typeof bulkEvents> | SampleEvent
/** The types of the events with which a bulk change, its undo or its removal begins, and of those with which it ends. */
export type BulkBegun = Extract<BulkEvent['type'], `${string}Begun`>
export type BulkEnded = Extract<BulkEvent['type'], `${string}Ended`>
