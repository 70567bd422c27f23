import { changeOf } from '#schemas/records/history-words.ts'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { historyRowOf } from '#web/components/history/history-row.ts'

/** Entries as rows of a CSV file, with what they changed. */
export const historyTable = (entries: readonly HistoryEntry[]) =>
  entries.map((entry) => ({ ...historyRowOf(entry), changes: entry.changes.map(changeOf).join('; ') }))
