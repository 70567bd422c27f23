import { z } from 'zod'
import { CalendarDate } from '../calendar-date.ts'
import type { EventOf } from '../event.ts'
import { BulkId, CategoryId, DocumentId, FileId, TeamId, VisitId } from '../ids.ts'
import { documentEvents } from './document.ts'
import { fileEvents } from './file.ts'

const bulk = { bulkId: BulkId, teamId: TeamId }

/** What a change of many files does to each: what is left out stays as it is, `visitId` null takes it off its visit. */
export const FileChange = z.object({
  categoryIds: z.array(CategoryId).optional(),
  /** Beside those that each has, and out of those that each has. */
  addedCategoryIds: z.array(CategoryId).optional(),
  removedCategoryIds: z.array(CategoryId).optional(),
  visitId: VisitId.nullable().optional(),
  completedOn: CalendarDate.optional(),
  delete: z.literal(true).optional(),
})
export type FileChange = z.infer<typeof FileChange>

/**
 * Several things done as one, in a stream of its own. Everything was checked before it began, so whoever finds one
 * that began and did not end finishes it: each step is the same at every try.
 */
export const bulkEvents = {
  FilesChangeBegun: z.object({ ...bulk, fileIds: z.array(FileId).min(1), change: FileChange }),
  /** `changed` are the files that were not so already and were still there. */
  FilesChangeEnded: z.object({ ...bulk, changed: z.array(FileId) }),
  FilesUndoBegun: z.object({ ...bulk, fileIds: z.array(FileId) }),
  /** `left` are the files that somebody has changed since, which stay as they are. */
  FilesUndoEnded: z.object({ ...bulk, undone: z.array(FileId), left: z.array(FileId) }),
  /** All of them have the same categories. */
  FilesUploadBegun: z.object({
    ...bulk,
    files: z.array(fileEvents.FileUploaded.omit({ categoryIds: true })).min(1),
    categoryIds: z.array(CategoryId),
  }),
  FilesUploadEnded: z.object({ ...bulk, fileIds: z.array(FileId) }),
  DocumentsUploadBegun: z.object({ ...bulk, documents: z.array(documentEvents.DocumentUploaded).min(1) }),
  DocumentsUploadEnded: z.object({ ...bulk, documentIds: z.array(DocumentId) }),
}

export type BulkEvent = EventOf<typeof bulkEvents>
