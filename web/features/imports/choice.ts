import type { ImportKind } from '#schemas/events/import.ts'
import type { ImportSummary, RefusedRow } from '#schemas/resources/imports.ts'
import type { Sending } from '#web/features/imports/send-import.ts'

/** The chosen file and options; sites may create clients that do not exist yet. */
export type Choice = { file: File | null; kind: ImportKind; createClients: boolean }

/** The result of a dry run: its summary, and the first ten thousand refused rows. */
export type Check = { sending: Omit<Sending, 'dryRun'>; summary: ImportSummary; refused: RefusedRow[] }
