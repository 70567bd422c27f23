import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listOperations,
  listOperators,
  type OperationKind,
  type OperationsQuery,
} from '#schemas/resources/operations.ts'
import { DateField } from '#web/components/date-field.tsx'
import { HistoryList } from '#web/components/history/history-list.tsx'
import { historyRowOf } from '#web/components/history/history-row.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import styles from '#web/features/kiosk/platform/facts.module.css'
import { everyRow, listQuery, oneQuery } from '#web/lib/queries.ts'

type OperationFilters = Pick<OperationsQuery, 'kind' | 'by' | 'from' | 'to'>

type Chosen = { kind: OperationKind | ''; by: string; from: string | null; to: string | null }

/** The kinds of what operators do, as they are offered. */
const kinds: Record<OperationKind, string> = {
  platform: 'The platform',
  users: 'Users',
  teams: 'Teams',
  discounts: 'Discounts',
  impersonation: 'In the name of others',
  announcements: 'Announcements',
  invitations: 'Team invitations',
}
const all: Chosen = { kind: '', by: '', from: null, to: null }

const filtersOf = (chosen: Chosen) =>
  Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)) as OperationFilters

/** The operations of operators by person, kind and time, newest first (D-106), also as CSV. */
export const OperationsPanel = () => {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(all)
  const operators = useQuery(oneQuery(listOperators))
  const filters = filtersOf(chosen)
  const set = (changes: Partial<Chosen>) => setChosen((now) => ({ ...now, ...changes }))
  // Asked for anew when the tab opens, for the other tabs add to it.
  const query = { ...listQuery(listOperations, undefined, filters), staleTime: 0 }
  return (
    <>
      <search className={styles.filters} aria-label="History of">
        <NativeSelect
          label="By"
          value={chosen.by}
          onChange={(event) => set({ by: event.currentTarget.value })}
          data={[
            { value: '', label: 'Anyone' },
            ...(operators.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` })),
          ]}
        />
        <NativeSelect
          label="Kind"
          value={chosen.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as Chosen['kind'] })}
          data={[
            { value: '', label: 'Everything' },
            ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
          ]}
        />
        <DateField label="From" value={chosen.from} onChange={(from) => set({ from })} />
        <DateField label="To" value={chosen.to} onChange={(to) => set({ to })} />
        <SaveCsvButton name="history.csv" rows={async () => (await everyRow(queries, query)).map(historyRowOf)}>
          Save as CSV
        </SaveCsvButton>
      </search>
      <PagedList
        query={query}
        nouns={['change', 'changes']}
        filtered={Object.keys(filters).length > 0}
        empty={<EmptyHint icon="history">Nothing has happened yet.</EmptyHint>}
      >
        {(entries) => <HistoryList entries={entries} />}
      </PagedList>
    </>
  )
}
