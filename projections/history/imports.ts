import type { ImportEvent, ImportRowEvent } from '#schemas/events/import.ts'
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
  ImportStopped: ofWhole((name) => sentence`Stopped the import of ${name}`),
  ImportResumed: ofWhole((name) => sentence`Resumed the import of ${name}`),
  ImportUndone: ofWhole((name) => sentence`Undid the import of ${name}`),
  ImportFinished: null,
  ImportRowsRefused: null,
}
