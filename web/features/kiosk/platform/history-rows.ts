import type { HistoryEntry } from '#schemas/resources/history.ts'
import type { OperationsQuery } from '#schemas/resources/operations.ts'
import { listOperations } from '#schemas/resources/operations.ts'
import { historyRowOf } from '#web/components/history/history-row.ts'
import { type Answer, callApi } from '#web/lib/api.ts'

export type OperationFilters = Pick<OperationsQuery, 'kind' | 'by' | 'from' | 'to'>

/** Entries of one request. */
const limit = 1000

/** All that operators did as rows of a table, newest first. */
export const historyRows = async (filters: OperationFilters) => {
  const rows: ReturnType<typeof historyRowOf>[] = []
  let cursor: string | null = null
  do {
    const query = { ...filters, limit, ...(cursor === null ? {} : { cursor }) }
    const answer: Answer<HistoryEntry[]> = await callApi(listOperations, { query })
    rows.push(...answer.data.map(historyRowOf))
    cursor = answer.next
  } while (cursor !== null)
  return rows
}
