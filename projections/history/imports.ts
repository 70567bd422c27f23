import type { ImportEvent, ImportRowEvent } from '#schemas/events/import.ts'
import type { LinesOf } from './line.ts'
import { told } from './told.ts'

/** What an import did is told by the events of its rows, which are one command with its start; it is called like its file. */
export const importLines: LinesOf<ImportEvent | ImportRowEvent> = {
  ImportStarted: ({ data: { importId: id, teamId, kind, fileName } }) => ({
    resource: kind,
    id,
    teamId,
    summary: told`Imported ${fileName ?? kind}, which changed nothing`,
    weight: 1,
    names: [{ id, name: fileName ?? kind, of: id }],
  }),
  ImportUndone: ({ data: { importId: id, teamId, kind, fileName } }) => ({
    resource: kind,
    id,
    teamId,
    summary: told`Took back the import of ${fileName ?? kind}`,
    weight: 3,
  }),
  ImportFinished: null,
  ImportRowsRefused: null,
}
