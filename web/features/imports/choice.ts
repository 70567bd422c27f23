import type { ImportKind } from '#schemas/events/import.ts'
import type { ColumnChoice } from '#schemas/import-columns.ts'
import type { ImportSummary, RefusedRow } from '#schemas/resources/imports.ts'
import type { Sending } from '#web/features/imports/send-import.ts'

/**
 * The chosen file with its headings, and options: sites may create clients that do not exist yet. `columns` are null as
 * long as nobody has chosen any.
 */
export type Choice = {
  file: File | null
  headings: readonly string[]
  kind: ImportKind
  createClients: boolean
  columns: ColumnChoice | null
}

/** The result of a dry run: its summary, and the first ten thousand refused rows. */
export type Check = { sending: Omit<Sending, 'dryRun'>; summary: ImportSummary; refused: RefusedRow[] }
