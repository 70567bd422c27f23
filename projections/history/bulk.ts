import { counted } from '#schemas/counted.ts'
import type { BulkEvent } from '#schemas/events/bulk.ts'
import type { LinesOf } from './line.ts'
import { told } from './told.ts'

/** What is done to many files is told by the files' own events; taking it back is told as such. */
export const bulkLines: LinesOf<BulkEvent> = {
  FilesUndoEnded: ({ data: { bulkId, teamId, undone }, metadata }) => ({
    resource: 'files',
    id: bulkId,
    teamId,
    summary: undone.length === 0 ? null : told`Took back a change of ${counted(undone.length, 'file')}`,
    weight: 3,
    // The files' own events are of the order to take it back, and this is its outcome.
    command: metadata.causationId,
  }),
  FilesChangeBegun: null,
  FilesChangeEnded: null,
  FilesUndoBegun: null,
  FilesUploadBegun: null,
  FilesUploadEnded: null,
  DocumentsUploadBegun: null,
  DocumentsUploadEnded: null,
}
