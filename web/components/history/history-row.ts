import type { HistoryEntry } from '#schemas/resources/history.ts'
import { whoDid } from '#web/components/history/history-words.ts'

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
