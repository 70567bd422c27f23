import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DateField } from '#web/components/date-field.tsx'
import { FiltersButton } from '#web/components/list/filters-button.tsx'
import { MoreTools } from '#web/components/list/more-tools.tsx'
import { PersonFilter } from '#web/components/person-filter.tsx'
import { TypedFilter } from '#web/components/typed-filter.tsx'
import styles from '#web/features/history/history-filter-fields.module.css'
import { type HistoryFilters, historyFiltersIn } from '#web/features/history/history-filters.ts'
import { wayOptions } from '#web/features/history/history-ways.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'

type Props = {
  filters: HistoryFilters
  /** The kinds of records, where the history is that of several. */
  kinds?: readonly { value: string; label: string }[]
  onChange: (filters: HistoryFilters) => void
  /** Further buttons. */
  children?: ReactNode
}

/** The filters of a history: text, kind, person, way and days. */
export const HistoryFilterFields = ({ filters, kinds, onChange, children }: Props) => {
  const { resource = '', via = '', from = null, to = null, text = '' } = filters
  const isWide = useIsWide()
  const [opened, setOpened] = useState(false)
  const [cleared, setCleared] = useState(0)
  const set = (changes: object) => onChange(historyFiltersIn({ ...filters, ...changes }))
  const clear = () => {
    onChange({})
    setCleared(cleared + 1)
  }
  return (
    <search className={styles.filters} data-kinds={kinds && true} aria-label="Filters">
      <TypedFilter
        key={cleared}
        type="search"
        label="Contains"
        maxLength={100}
        value={cleared === 0 ? text : ''}
        onChange={(text) => set({ text })}
      />
      {!isWide && (
        <>
          <FiltersButton count={Object.keys(filters).length} opened={opened} onOpened={setOpened} />
          {children && <MoreTools>{children}</MoreTools>}
        </>
      )}
      {(isWide || opened) && (
        <div className={styles.fields}>
          {kinds && (
            <NativeSelect
              label="What"
              value={resource}
              onChange={(event) => set({ resource: event.currentTarget.value })}
              data={[{ value: '', label: 'Everything' }, ...kinds]}
            />
          )}
          <PersonFilter label="Who" person={filters.actor} onChange={(actor) => set({ actor })} />
          <NativeSelect
            label="How"
            value={via}
            onChange={(event) => set({ via: event.currentTarget.value })}
            data={wayOptions}
          />
          <DateField typed label="From" value={from} onChange={(from) => set({ from })} />
          <DateField typed label="To" value={to} onChange={(to) => set({ to })} />
          <div className={styles.actions}>
            {isWide && children}
            {Object.keys(filters).length > 0 && (
              <Button variant="subtle" onClick={clear}>
                Clear filters
              </Button>
            )}
          </div>
        </div>
      )}
    </search>
  )
}
