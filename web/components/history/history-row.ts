import { whoDid } from '#schemas/records/history-words.ts'
import type { HistoryEntry } from '#schemas/resources/history.ts'

/** An entry as a row of a CSV file; `at` is an ISO instant. */
export const historyRowOf = (entry: HistoryEntry) => ({
  at: entry.at,
  who: whoDid(entry),
  what: entry.summary,
  event: entry.type,
  id: entry.id,
  team: entry.team?.name ?? '',
  position: entry.position,
})
