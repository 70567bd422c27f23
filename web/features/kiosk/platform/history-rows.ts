import type { HistoryEntry, HistoryQuery } from '#schemas/resources/history.ts'
import { whoDid } from '#web/components/history/history-words.ts'
import { type Answer, callApi } from '#web/lib/api.ts'
import { listHistory } from '#web/lib/calls/history.ts'

export type HistoryFilters = Pick<HistoryQuery, 'resource' | 'from' | 'to'>

/** Entries of one request. */
const limit = 1000

const rowOf = (entry: HistoryEntry) => ({
  at: entry.at,
  who: whoDid(entry),
  what: entry.summary,
  event: entry.type,
  id: entry.id,
  team: entry.team?.name ?? '',
  position: entry.position,
})

/** All entries of a history as rows of a table, newest first. */
export const historyRows = async (filters: HistoryFilters) => {
  const rows: ReturnType<typeof rowOf>[] = []
  let cursor: string | null = null
  do {
    const query = { ...filters, limit, ...(cursor === null ? {} : { cursor }) }
    const answer: Answer<HistoryEntry[]> = await callApi(listHistory, { query })
    rows.push(...answer.data.map(rowOf))
    cursor = answer.next
  } while (cursor !== null)
  return rows
}
