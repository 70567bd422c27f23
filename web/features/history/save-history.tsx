import { useQueryClient } from '@tanstack/react-query'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { SaveButton } from '#web/components/save-button.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import { historyTable } from '#web/features/history/history-table.ts'
import { todayHere } from '#web/lib/dates.ts'
import { everyRow, type ListQuery } from '#web/lib/queries.ts'
import { saveJsonl } from '#web/lib/save-jsonl.ts'
import { useHolds } from '#web/lib/session.ts'

/**
 * Saves all entries of a query as CSV, or as they are in the API, one a line. It is offered to who may export (D-01); the
 * file is made here, of entries that the reader may see (D-92).
 */
export const SaveHistory = ({ query }: { query: ListQuery<HistoryEntry> }) => {
  const queries = useQueryClient()
  if (!useHolds('export')) return null
  const entries = () => everyRow(queries, query)
  const name = `history-${todayHere()}`
  return (
    <>
      <SaveCsvButton name={`${name}.csv`} rows={async () => historyTable(await entries())}>
        Save as CSV
      </SaveCsvButton>
      <SaveButton save={async () => saveJsonl(`${name}.jsonl`, await entries())}>Save as JSONL</SaveButton>
    </>
  )
}
