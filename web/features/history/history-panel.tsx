import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { historyResources } from '#schemas/records/history-resources.ts'
import { fieldLabel } from '#schemas/records/history-words.ts'
import { type HistoryEntry, type HistoryResource, listHistory } from '#schemas/resources/history.ts'
import { HistoryList } from '#web/components/history/history-list.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { SaveButton } from '#web/components/save-button.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import { HistoryFilterFields } from '#web/features/history/history-filter-fields.tsx'
import { type HistoryFilters, historyFiltersIn } from '#web/features/history/history-filters.ts'
import { historyTable } from '#web/features/history/history-table.ts'
import { isWay } from '#web/features/history/history-ways.ts'
import { todayHere } from '#web/lib/dates.ts'
import { everyRow, type ListQuery, listQuery } from '#web/lib/queries.ts'
import { saveText } from '#web/lib/save-file.ts'
import { useHolds } from '#web/lib/session.ts'

/** Saves rows as a file with a line of JSON a row. */
const saveJsonl = (name: string, rows: readonly object[]): void =>
  saveText(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'application/jsonl')

/**
 * Saves all entries of a query as CSV, or as they are in the API, one a line. It is offered to users who may export
 * (D-01); the file is made here, of entries that the reader may see (D-92).
 */
const SaveHistory = ({ query }: { query: ListQuery<HistoryEntry> }) => {
  const queries = useQueryClient()
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

/** The resources of the filter, without those whose history only operators see. */
const ofOperators: readonly HistoryResource[] = ['oauth-clients', 'users']
const filtered = historyResources.filter((resource) => !ofOperators.includes(resource))
const titles: Partial<Record<HistoryResource, string>> = {
  'api-tokens': 'API tokens',
  authorizations: 'Authorized apps',
  'personal-tokens': 'Personal access tokens',
  platform: 'Sessions of operators',
  'saved-views': 'Saved views',
  reads: 'Opened files',
  shares: 'Share links',
  teams: 'Team',
}
const kinds = filtered.map((value) => ({ value, label: titles[value] ?? fieldLabel(value) }))

/** The filters of the address, and how to change them. */
const useHistoryFilters = () => {
  const navigate = useNavigate()
  const { resource, via, ...others } = historyFiltersIn(useSearch({ strict: false }))
  const filters: HistoryFilters = {
    ...(resource && filtered.includes(resource) ? { resource } : {}),
    ...(via && isWay(via) ? { via } : {}),
    ...others,
  }
  const show = (search: HistoryFilters) => void navigate({ to: '.', search, replace: true, resetScroll: false })
  return { filters, show }
}

/** The history of the team, filtered by kind, person, way, dates and text (D-92). */
export const HistoryPanel = () => {
  const { filters, show } = useHistoryFilters()
  const query = listQuery(listHistory, undefined, filters)
  const mayExport = useHolds('export')
  return (
    <>
      <HistoryFilterFields filters={filters} kinds={kinds} onChange={show}>
        {mayExport && <SaveHistory query={query} />}
      </HistoryFilterFields>
      <PagedList
        query={query}
        nouns={['change', 'changes']}
        filtered={Object.keys(filters).length > 0}
        empty={<EmptyHint icon="history">Nothing has happened yet.</EmptyHint>}
      >
        {(entries) => <HistoryList entries={entries} linked={() => true} />}
      </PagedList>
    </>
  )
}
