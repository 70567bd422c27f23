import type { Recorded } from '#schemas/event.ts'
import type { BulkEvent } from '#schemas/events/bulk.ts'
import type { ImportEvent, ImportPlanEvent, ImportRowEvent } from '#schemas/events/import.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import { counted } from '#schemas/text/counted.ts'
import type { Description, DescriptionsOf } from './description.ts'
import { type Sentence, sentence } from './sentence.ts'

type WholeImport = Extract<ImportEvent, { type: 'ImportStopped' | 'ImportResumed' | 'ImportUndone' }>

/** The outcome of a whole import, by the name of its file. */
const ofWhole =
  (summary: (name: string) => Sentence) =>
  ({ data: { importId: id, teamId, kind, fileName } }: Pick<WholeImport, 'data'>): Description => ({
    resource: kind,
    id,
    teamId,
    summary: summary(fileName ?? kind),
    weight: 3,
  })

const ofSample = ({ teamId }: { teamId: TeamId }, summary: Sentence): Description => ({
  resource: 'teams',
  id: teamId,
  teamId,
  summary,
  weight: 3,
})

const undoneOf = (
  resource: 'files' | 'documents' | 'sites',
  one: string,
  {
    data: { bulkId, teamId, undone },
    metadata,
  }: Recorded<EventNamed<'FilesUndoEnded' | 'DocumentsUndoEnded' | 'SitesUndoEnded'>>,
): Description => ({
  resource,
  id: bulkId,
  teamId,
  summary: undone.length === 0 ? null : sentence`Undid a change of ${counted(undone.length, one)}`,
  weight: 3,
  // The records' own events carry the command of the undo, and this event is its outcome.
  command: metadata.causationId,
})

/**
 * The files' own events describe a change of many files; only its undo has an entry of its own; the same goes for
 * documents and sites. Sample data and its removal are one entry each, for all of its records. The events of the rows
 * describe an import; they share a command with its start. Its name is that of the file.
 */
export const bulkDescriptions: DescriptionsOf<BulkEvent | ImportEvent | ImportPlanEvent | ImportRowEvent> = {
  FilesUndoEnded: (event) => undoneOf('files', 'file', event),
  DocumentsUndoEnded: (event) => undoneOf('documents', 'document', event),
  SitesUndoEnded: (event) => undoneOf('sites', 'site', event),
  SampleBegun: ({ data }) => ofSample(data, sentence`Added sample data`),
  SampleRemovalBegun: ({ data }) => ofSample(data, sentence`Removed the sample data`),
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
  SitesChangeBegun: null,
  SitesChangeEnded: null,
  SitesUndoBegun: null,
  ImportStarted: ({ data: { importId: id, teamId, kind, fileName } }) => ({
    resource: kind,
    id,
    teamId,
    summary: sentence`Imported ${fileName ?? kind}, which changed nothing`,
    weight: 1,
    names: [{ id, name: fileName ?? kind, of: id }],
  }),
  ImportStopped: ofWhole((name) => sentence`Stopped the import of ${name}`),
  ImportResumed: ofWhole((name) => sentence`Resumed the import of ${name}`),
  ImportUndone: ofWhole((name) => sentence`Undid the import of ${name}`),
  ImportFinished: null,
  ImportRowsRefused: null,
  ImportRowsPlanned: null,
  ImportPlanned: null,
}
