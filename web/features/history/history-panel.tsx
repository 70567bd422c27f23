import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { historyResources } from '#schemas/history-resources.ts'
import type { UserId } from '#schemas/ids.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import { DateField } from '#web/components/date-field.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { HistoryList } from '#web/components/history/history-list.tsx'
import { fieldLabel } from '#web/components/history/history-words.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import styles from '#web/features/history/history-panel.module.css'
import { listHistory } from '#web/lib/calls/history.ts'
import { listQuery } from '#web/lib/queries.ts'
import { useTeam } from '#web/lib/session.ts'

type Filters = { resource: HistoryResource | ''; actor: UserId | ''; from: string | null; to: string | null }
const all: Filters = { resource: '', actor: '', from: null, to: null }

/** The resources of the filter, without those whose history only operators see. */
const ofOperators: readonly HistoryResource[] = ['oauth-clients', 'platform', 'users']
const filtered = historyResources.filter((resource) => !ofOperators.includes(resource))
const titles: Partial<Record<HistoryResource, string>> = { 'api-tokens': 'API tokens', teams: 'Team' }
const titleOf = (resource: HistoryResource): string => titles[resource] ?? fieldLabel(resource)

const queryOf = ({ resource, actor, from, to }: Filters) =>
  listQuery(listHistory, undefined, {
    ...(resource ? { resource } : {}),
    ...(actor ? { actor } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  })

/** The history of the team, filtered by kind, person and dates (D-92). */
export const HistoryPanel = () => {
  const [filters, setFilters] = useState(all)
  const people = useTeam()?.users ?? []
  const set = (changes: Partial<Filters>) => setFilters((now) => ({ ...now, ...changes }))
  const narrowed = Object.values(filters).some(Boolean)
  return (
    <>
      <search className={styles.filters} aria-label="Filters">
        <NativeSelect
          label="What"
          value={filters.resource}
          onChange={(event) => set({ resource: event.currentTarget.value as HistoryResource })}
          data={[
            { value: '', label: 'Everything' },
            ...filtered.map((resource) => ({ value: resource as string, label: titleOf(resource) })),
          ]}
        />
        <NativeSelect
          label="Who"
          value={filters.actor}
          onChange={(event) => set({ actor: event.currentTarget.value as UserId })}
          data={[
            { value: '', label: 'Everybody' },
            ...people.map(({ id, name }) => ({ value: id as string, label: name ?? 'Erased person' })),
          ]}
        />
        <DateField label="From" value={filters.from} onChange={(from) => set({ from })} />
        <DateField label="To" value={filters.to} onChange={(to) => set({ to })} />
        {narrowed && (
          <Button variant="subtle" onClick={() => setFilters(all)} className={styles.clear ?? ''}>
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
