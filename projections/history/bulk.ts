import type { BulkEvent } from '#schemas/events/bulk.ts'
import { counted } from '#schemas/text/counted.ts'
import type { DescriptionsOf } from './description.ts'
import { sentence } from './sentence.ts'

/**
 * The files' own events describe a change of many files; only its undo has an entry of its own; the same goes for
 * documents. Sample data and its removal are one entry each, for all of its records.
 */
export const bulkDescriptions: DescriptionsOf<BulkEvent> = {
  FilesUndoEnded: ({ data: { bulkId, teamId, undone }, metadata }) => ({
    resource: 'files',
    id: bulkId,
    teamId,
    summary: undone.length === 0 ? null : sentence`Undid a change of ${counted(undone.length, 'file')}`,
    weight: 3,
    // The files' own events carry the command of the undo, and this event is its outcome.
    command: metadata.causationId,
  }),
  DocumentsUndoEnded: ({ data: { bulkId, teamId, undone }, metadata }) => ({
    resource: 'documents',
    id: bulkId,
    teamId,
    summary: undone.length === 0 ? null : sentence`Undid a change of ${counted(undone.length, 'document')}`,
    weight: 3,
    command: metadata.causationId,
  }),
  SampleBegun: ({ data: { teamId } }) => ({
    resource: 'teams',
    id: teamId,
    teamId,
    summary: sentence`Added sample data`,
    weight: 3,
  }),
  SampleRemovalBegun: ({ data: { teamId } }) => ({
    resource: 'teams',
    id: teamId,
    teamId,
    summary: sentence`Removed the sample data`,
    weight: 3,
  }),
  SampleEnded: null,
  SampleRemovalEnded: null,
  FilesChangeBegun: null,
  FilesChangeEnded: null,
  FilesUndoBegun: null,
  FilesUploadBegun: null,
  FilesUploadEnded: null,
  DocumentsChangeBegun: null,
  DocumentsChangeEnded: null,
  DocumentsUndoBegun: null,
  DocumentsUploadBegun: null,
  DocumentsUploadEnded: null,
}
