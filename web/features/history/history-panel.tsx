import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ViaKind } from '#schemas/event.ts'
import type { UserId } from '#schemas/ids.ts'
import { historyResources } from '#schemas/records/history-resources.ts'
import { type HistoryEntry, type HistoryResource, listHistory } from '#schemas/resources/history.ts'
import { DateField } from '#web/components/date-field.tsx'
import { HistoryList } from '#web/components/history/history-list.tsx'
import { fieldLabel } from '#web/components/history/history-words.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { SaveButton } from '#web/components/save-button.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import { type HistoryFilters, historyFiltersIn } from '#web/features/history/history-filters.ts'
import styles from '#web/features/history/history-panel.module.css'
import { historyTable } from '#web/features/history/history-table.ts'
import { isWay, wayOptions } from '#web/features/history/history-ways.ts'
import { todayHere } from '#web/lib/dates.ts'
import { everyRow, type ListQuery, listQuery } from '#web/lib/queries.ts'
import { saveText } from '#web/lib/save-text.ts'
import { useHolds, useTeam } from '#web/lib/session.ts'

/** Saves rows as a file with a line of JSON a row. */
const saveJsonl = (name: string, rows: readonly object[]): void =>
  saveText(name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'application/jsonl')

/**
 * Saves all entries of a query as CSV, or as they are in the API, one a line. It is offered to users who may export
 * (D-01); the file is made here, of entries that the reader may see (D-92).
 */
const SaveHistory = ({ query }: { query: ListQuery<HistoryEntry> }) => {
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

/** Milliseconds between the last key press and the search of the history. */
const pause = 300

/** Narrows the history to a text as the user types; `text` is what it begins with. */
const TextFilter = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => {
  const [typed, setTyped] = useState(text)
  const ask = useDebouncedCallback(onChange, pause)
  return (
    <TextInput
      type="search"
      label="Contains"
      className={styles.text ?? ''}
      maxLength={100}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        ask(value.trim())
      }}
    />
  )
}

/** The resources of the filter, without those whose history only operators see. */
const ofOperators: readonly HistoryResource[] = ['oauth-clients', 'platform', 'users']
const filtered = historyResources.filter((resource) => !ofOperators.includes(resource))
const titles: Partial<Record<HistoryResource, string>> = {
  'api-tokens': 'API tokens',
  authorizations: 'Authorized apps',
  'personal-tokens': 'Personal access tokens',
  'saved-views': 'Saved views',
  shares: 'Share links',
  teams: 'Team',
}
const titleOf = (resource: HistoryResource): string => titles[resource] ?? fieldLabel(resource)

const queryOf = ({ resource, actor, via, from, to, text }: HistoryFilters) =>
  listQuery(listHistory, undefined, {
    ...(resource ? { resource: resource as HistoryResource } : {}),
    ...(actor ? { actor: actor as UserId } : {}),
    ...(via ? { via: via as ViaKind } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(text ? { text } : {}),
  })

/** The filters of the address, and how to change them. */
const useHistoryFilters = () => {
  const navigate = useNavigate()
  const { resource, via, ...others } = historyFiltersIn(useSearch({ strict: false }))
  const filters: HistoryFilters = {
    ...others,
    ...(resource && filtered.some((each) => each === resource) ? { resource } : {}),
    ...(via && isWay(via) ? { via } : {}),
  }
  const show = (next: Record<string, unknown>) =>
    void navigate({ to: '.', search: historyFiltersIn(next), replace: true, resetScroll: false })
  return { filters, show }
}

/** The history of the team, filtered by kind, person, way, dates and text (D-92). */
export const HistoryPanel = () => {
  const { filters, show } = useHistoryFilters()
  const { resource = '', actor = '', via = '', from = null, to = null, text = '' } = filters
  const [cleared, setCleared] = useState(0)
  const people = useTeam()?.users ?? []
  const hasLeft = actor !== '' && people.every(({ id }) => id !== actor)
  const set = (changes: object) => show({ ...filters, ...changes })
  const clear = () => {
    show({})
    setCleared(cleared + 1)
  }
  const query = queryOf(filters)
  const narrowed = Object.keys(filters).length > 0
  return (
    <>
      <search className={styles.filters} aria-label="Filters">
        <TextFilter key={cleared} text={cleared === 0 ? text : ''} onChange={(text) => set({ text })} />
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
        <NativeSelect
          label="How"
          className={styles.how ?? ''}
          value={via}
          onChange={(event) => set({ via: event.currentTarget.value })}
          data={wayOptions}
        />
        <DateField typed label="From" value={from} onChange={(from) => set({ from })} />
        <DateField typed label="To" value={to} onChange={(to) => set({ to })} />
        <div className={styles.actions}>
          <SaveHistory query={query} />
          {narrowed && (
            <Button variant="subtle" onClick={clear}>
              Clear filters
            </Button>
          )}
        </div>
      </search>
      <PagedList
        query={query}
        nouns={['change', 'changes']}
        filtered={narrowed}
        empty={<EmptyHint icon="history">Nothing has happened yet.</EmptyHint>}
      >
        {(entries) => <HistoryList entries={entries} linked={() => true} />}
      </PagedList>
    </>
  )
}
