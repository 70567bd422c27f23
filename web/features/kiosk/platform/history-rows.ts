import type { HistoryEntry } from '#schemas/resources/history.ts'
import type { OperationsQuery } from '#schemas/resources/operations.ts'
import { whoDid } from '#web/components/history/history-words.ts'
import { type Answer, callApi } from '#web/lib/api.ts'
import { listOperations } from '#web/lib/calls/operations.ts'

export type OperationFilters = Pick<OperationsQuery, 'kind' | 'by' | 'from' | 'to'>

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

/** All that operators did as rows of a table, newest first. */
export const historyRows = async (filters: OperationFilters) => {
  const rows: ReturnType<typeof rowOf>[] = []
  let cursor: string | null = null
  do {
    const query = { ...filters, limit, ...(cursor === null ? {} : { cursor }) }
    const answer: Answer<HistoryEntry[]> = await callApi(listOperations, { query })
    rows.push(...answer.data.map(rowOf))
    cursor = answer.next
  } while (cursor !== null)
  return rows
}
