import type { RecordKind } from '#schemas/events/import.ts'
import type { ColumnChoice } from '#schemas/records/import-columns.ts'
import type { ImportSummary, MissingClient, RefusedRow } from '#schemas/resources/imports.ts'
import type { Sending } from '#web/features/imports/send-import.ts'

/**
 * The chosen file with its headings, once they are read, and options: sites may create clients that do not exist yet. `columns` are null as
 * long as nobody has chosen any.
 */
export type Choice = {
  file: File | null
  headings: readonly string[]
  isRead: boolean
  kind: RecordKind
  createClients: boolean
  columns: ColumnChoice | null
}

/**
 * The result of a dry run: its summary, the first ten thousand refused rows, and the number of clients that sites name
 * and the team does not have, the first twenty by name.
 */
export type Check = {
  sending: Omit<Sending, 'dryRun'>
  summary: ImportSummary
  refused: RefusedRow[]
  missing: { named: MissingClient[]; total: number }
}
