import type { HistoryChange, HistoryEntry } from '#schemas/resources/history.ts'
import { historyRowOf } from '#web/components/history/history-row.ts'
import { fieldLabel } from '#web/components/history/history-words.ts'

/** One change: 'Name: Quay House → Quay House East', 'Password: changed', 'North Depot, Postcode: N1 → removed'. */
const changeOf = ({ record, field, from, to }: HistoryChange): string => {
  const label = record === undefined ? fieldLabel(field) : `${record}, ${fieldLabel(field)}`
  const value = to ?? (from === null ? 'changed' : 'removed')
  return `${label}: ${from === null ? value : `${from} → ${value}`}`
}

/** Entries as rows of a CSV file, with what they changed. */
export const historyTable = (entries: readonly HistoryEntry[]) =>
  entries.map((entry) => ({ ...historyRowOf(entry), changes: entry.changes.map(changeOf).join('; ') }))
