import type { ImportEvent } from '#schemas/events/import.ts'
import type { LinesOf } from './line.ts'

/** What an import did is told by the events of its rows, which are one command. */
export const importLines: LinesOf<ImportEvent> = { ImportStarted: null, ImportFinished: null, ImportUndone: null }
