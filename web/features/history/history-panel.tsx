import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { historyResources } from '#schemas/history-resources.ts'
import type { UserId } from '#schemas/ids.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import { DateField } from '#web/components/date-field.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { HistoryList } from '#web/components/history/history-list.tsx'
import { fieldLabel } from '#web/components/history/history-words.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import { type HistoryFilters, historyFiltersIn } from '#web/features/history/history-filters.ts'
import styles from '#web/features/history/history-panel.module.css'
import { historyTable } from '#web/features/history/history-table.ts'
import { listHistory } from '#web/lib/calls/history.ts'
import { todayHere } from '#web/lib/dates.ts'
import { everyRow, listQuery } from '#web/lib/queries.ts'
import { useTeam } from '#web/lib/session.ts'

/** The resources of the filter, without those whose history only operators see. */
const ofOperators: readonly HistoryResource[] = ['oauth-clients', 'platform', 'users']
const filtered = historyResources.filter((resource) => !ofOperators.includes(resource))
const titles: Partial<Record<HistoryResource, string>> = {
  'api-tokens': 'API tokens',
  shares: 'Share links',
  teams: 'Team',
}
const titleOf = (resource: HistoryResource): string => titles[resource] ?? fieldLabel(resource)

const queryOf = ({ resource, actor, from, to }: HistoryFilters) =>
  listQuery(listHistory, undefined, {
    ...(resource ? { resource: resource as HistoryResource } : {}),
    ...(actor ? { actor: actor as UserId } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  })

/** The filters of the address, and how to change them. */
const useHistoryFilters = () => {
  const navigate = useNavigate()
  const { resource = '', ...others } = historyFiltersIn(useSearch({ strict: false }))
  const isKnown = filtered.some((each) => each === resource)
  const filters: HistoryFilters = isKnown ? { resource, ...others } : others
  const show = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: historyFiltersIn(next), replace: true, resetScroll: false })
  return { filters, show }
}

/** Saves all entries of the filters as CSV, for those who may read them (D-92, D-107). */
const SaveHistory = ({ filters }: { filters: HistoryFilters }) => {
  const queries = useQueryClient()
  return (
    <SaveCsvButton
      name={`history-${todayHere()}.csv`}
      rows={async () => historyTable(await everyRow(queries, queryOf(filters)))}
    >
      Save as CSV
    </SaveCsvButton>
  )
}

/** The history of the team, filtered by kind, person and dates (D-92). */
export const HistoryPanel = () => {
  const { filters, show } = useHistoryFilters()
  const { resource = '', actor = '', from = null, to = null } = filters
  const people = useTeam()?.users ?? []
  const hasLeft = actor !== '' && people.every(({ id }) => id !== actor)
  const set = (changes: object) => show({ ...filters, ...changes })
  const narrowed = Object.keys(filters).length > 0
  return (
    <>
      <search className={styles.filters} aria-label="Filters">
        <NativeSelect
          label="What"
          value={resource}
          onChange={(event) => set({ resource: event.currentTarget.value })}
          data={[
            { value: '', label: 'Everything' },
            ...filtered.map((resource) => ({ value: resource as string, label: titleOf(resource) })),
          ]}
        />
        <NativeSelect
          label="Who"
          value={actor}
          onChange={(event) => set({ actor: event.currentTarget.value })}
          data={[
            { value: '', label: 'Anyone' },
            ...people.map(({ id, name }) => ({ value: id as string, label: name ?? 'Erased person' })),
            ...(hasLeft ? [{ value: actor, label: 'Someone who has left' }] : []),
          ]}
        />
        <DateField label="From" value={from} onChange={(from) => set({ from })} />
        <DateField label="To" value={to} onChange={(to) => set({ to })} />
        <SaveHistory filters={filters} />
        {narrowed && (
          <Button variant="subtle" onClick={() => show({})} className={styles.clear ?? ''}>
            Clear filters
          </Button>
        )}
      </search>
      <PagedList
        query={queryOf(filters)}
        nouns={['change', 'changes']}
        filtered={narrowed}
        empty={<EmptyHint icon="history">Nothing has happened yet.</EmptyHint>}
      >
        {(entries) => <HistoryList entries={entries} linked />}
      </PagedList>
    </>
  )
}
