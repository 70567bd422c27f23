import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Page } from '#schemas/page.ts'
import styles from '#web/components/record-search-field.module.css'
import { type OfferQuery, oneQuery } from '#web/lib/queries.ts'

// Fixed, or a dialog would cut the list off.
const popover = { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' } as const
/** Wait after the last key before a search is asked, in milliseconds. */
const pause = 200

export type Named = { id: string; name: string }

export type RecordFieldProps<Row extends Named> = {
  label: string
  description?: string
  /** The first that there are. */
  first: Page<Row>
  /** Those that a text finds. */
  find: (text: string) => OfferQuery<Row>
  /** Shows one by its id: what is chosen need not be among the first. */
  show: Endpoint
  /** What is said where none is chosen. */
  none?: string
  /** Whether one has to be chosen; else none is a choice too. */
  required?: boolean
  value?: string
  error?: ReactNode
  onChange: (id: string, name: string) => void
  /** Draws records as the options of a select. */
  options: (rows: readonly Row[]) => ReactNode
  /** What tells those of one name apart. */
  detail?: ((row: Row) => string) | undefined
}

/** Chooses one of many records: shows the first, and finds others on the server as one types. */
const RecordSearchField = (props: RecordFieldProps<Named>) => {
  const { label, description, first, find, show, none, required = false, value = '', error, onChange, detail } = props
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Named>()
  const seen = [picked, ...first.rows].find((each) => each?.id === value)
  const own = useQuery({ ...oneQuery(show, { id: value }), enabled: value !== '' && !seen })
  const known = seen ?? (own.data as Named | undefined)
  const nothing = none !== undefined && !required ? [{ value: '', label: none }] : []

  // The name of what is chosen stands in the field, and is not searched for.
  const chosen = known?.name ?? (value === '' ? nothing[0]?.label : undefined) ?? ''
  const wanted = typed === chosen ? '' : typed.trim()
  const [text] = useDebouncedValue(wanted, pause)
  const found = useQuery({ ...find(text), enabled: text !== '', placeholderData: keepPreviousData })
  const rows = wanted === '' ? first.rows : (found.data?.rows ?? [])
  const isSearching = wanted !== '' && (found.isFetching || wanted !== text)

  const offered = new Map(rows.map((row) => [row.id, row]))
  const data = [
    ...nothing,
    ...rows.map(({ id, name }) => ({ value: id, label: name })),
    // What is chosen is known to the field, wherever it is.
    ...(known && !offered.has(value) ? [{ value, label: known.name }] : []),
  ]
  return (
    <Select
      label={label}
      description={description ?? `${first.total.toLocaleString('en-GB')} in all: type to find one`}
      placeholder={none ?? ''}
      required={required}
      withAsterisk={false}
      data={data}
      value={value}
      error={error}
      onChange={(id, option) => {
        if (id === null) return
        setPicked(offered.get(id))
        onChange(id, option?.label ?? '')
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has found them.
      filter={({ options }) =>
        options.filter((option) => !('value' in option) || option.value === '' || offered.has(option.value))
      }
      renderOption={({ option }) => {
        const row = offered.get(option.value)
        return (
          <span className={styles.option}>
            {option.label}
            {row && detail && <span className={styles.detail}>{detail(row)}</span>}
          </span>
        )
      }}
      nothingFoundMessage={isSearching ? 'Searching…' : 'No results'}
      allowDeselect={false}
      maxDropdownHeight={260}
      comboboxProps={popover}
    />
  )
}

export default RecordSearchField
