import type { ImportEvent, ImportRowEvent } from '#schemas/events/import.ts'
import type { DescriptionsOf } from './description.ts'
import { sentence } from './sentence.ts'

/** The events of the rows describe an import; they share a command with its start. Its name is that of the file. */
export const importDescriptions: DescriptionsOf<ImportEvent | ImportRowEvent> = {
  ImportStarted: ({ data: { importId: id, teamId, kind, fileName } }) => ({
    resource: kind,
    id,
    teamId,
    summary: sentence`Imported ${fileName ?? kind}, which changed nothing`,
    weight: 1,
    names: [{ id, name: fileName ?? kind, of: id }],
  }),
  ImportStopped: ({ data: { importId: id, teamId, kind, fileName } }) => ({
    resource: kind,
    id,
    teamId,
    summary: sentence`Stopped the import of ${fileName ?? kind}`,
    weight: 3,
  }),
  ImportResumed: ({ data: { importId: id, teamId, kind, fileName } }) => ({
    resource: kind,
    id,
    teamId,
    summary: sentence`Resumed the import of ${fileName ?? kind}`,
    weight: 3,
  }),
  ImportUndone: ({ data: { importId: id, teamId, kind, fileName } }) => ({
    resource: kind,
    id,
    teamId,
    summary: sentence`Undid the import of ${fileName ?? kind}`,
    weight: 3,
  }),
  ImportFinished: null,
  ImportRowsRefused: null,
}
