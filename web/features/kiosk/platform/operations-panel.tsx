import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { HistoryResource } from '#schemas/resources/history.ts'
import { DateField } from '#web/components/date-field.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { HistoryList } from '#web/components/history/history-list.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { Panel } from '#web/components/panel.tsx'
import styles from '#web/features/kiosk/platform/facts.module.css'
import { type HistoryFilters, historyRows } from '#web/features/kiosk/platform/history-rows.ts'
import { useOperation } from '#web/features/kiosk/platform/use-operation.ts'
import { listHistory } from '#web/lib/calls/history.ts'
import { listQuery } from '#web/lib/queries.ts'
import { saveCsv } from '#web/lib/save-csv.ts'

type Chosen = { resource: HistoryResource; from: string | null; to: string | null }

const titles = { platform: 'The platform', users: 'Users', teams: 'Teams' } as const
const start: Chosen = { resource: 'platform', from: null, to: null }

const filtersOf = ({ resource, from, to }: Chosen): HistoryFilters => ({
  resource,
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
})

/** What was done to the platform itself, or to users and teams, newest first (D-106), also as CSV. */
export const OperationsPanel = () => {
  const [chosen, setChosen] = useState(start)
  const filters = filtersOf(chosen)
  const set = (changes: Partial<Chosen>) => setChosen((now) => ({ ...now, ...changes }))
  const query = listQuery(listHistory, undefined, filters)
  const save = useOperation(query.queryKey, async () => saveCsv('history.csv', await historyRows(filters)))
  return (
    <Panel title="History" wide>
      <search className={styles.filters} aria-label="History of">
        <NativeSelect
          label="Of"
          value={chosen.resource}
          onChange={(event) => set({ resource: event.currentTarget.value as HistoryResource })}
          data={Object.entries(titles).map(([value, label]) => ({ value, label }))}
        />
        <DateField label="From" value={chosen.from} onChange={(from) => set({ from })} />
        <DateField label="To" value={chosen.to} onChange={(to) => set({ to })} />
        <Button
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          disabled={save.isPending}
          onClick={() => save.mutate()}
        >
          Save as CSV
        </Button>
      </search>
      <PagedList
        query={query}
        nouns={['change', 'changes']}
        filtered={chosen.from !== null || chosen.to !== null}
        empty={<EmptyHint icon="history">Nothing has happened yet.</EmptyHint>}
      >
        {(entries) => <HistoryList entries={entries} />}
      </PagedList>
    </Panel>
  )
}
