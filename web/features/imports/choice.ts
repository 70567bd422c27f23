import type { ImportKind } from '#schemas/events/import.ts'
import type { ImportSummary, RefusedRow } from '#schemas/resources/imports.ts'
import type { Sending } from '#web/features/imports/send-import.ts'

/** What is to be imported, as it is chosen; sites may bring clients that nobody has. */
export type Choice = { file: File | null; kind: ImportKind; createClients: boolean }

/** What a dry run said of a file: its summary, and the first refused rows. */
export type Check = { sending: Omit<Sending, 'dryRun'>; summary: ImportSummary; refused: RefusedRow[] }
