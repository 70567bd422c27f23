import type { Endpoint } from '#schemas/endpoint.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Page } from '#schemas/calls/page.ts'
import styles from '#web/components/record-search-field.module.css'
import { type OfferQuery, oneQuery } from '#web/lib/queries.ts'

// Fixed positioning keeps a dialog from clipping the list.
const popover = { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' } as const
/** Milliseconds between the last key press and the search. */
const pause = 200

const nouns: Readonly<Record<string, string>> = { Client: 'clients', Site: 'sites', Visit: 'visits' }

export type Named = { id: string; name: string }

export type RecordFieldProps<Row extends Named> = {
  label: string
  description?: string
  /** The first page of the records. */
  first: Page<Row>
  /** The query of a search. */
  find: (text: string) => OfferQuery<Row>
  /** The call that reads one record: the chosen one may not be on the first page. */
  show: Endpoint
  /** The label of an empty choice. */
  none?: string
  /** Whether a record must be chosen; otherwise `none` is a choice too. */
  required?: boolean
  value?: string
  error?: ReactNode
  onChange: (id: string, name: string) => void
  /** Renders records as the options of a select. */
  options: (rows: readonly Row[]) => ReactNode
  /** Distinguishes records of the same name. */
  detail?: ((row: Row) => string) | undefined
}

/** Chooses one of many records: offers the first ones, and searches for others on the server as the user types. */
const RecordSearchField = (props: RecordFieldProps<Named>) => {
  const { label, description, first, find, show, none, required = false, value = '', error, onChange, detail } = props
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Named>()
  const seen = [picked, ...first.rows].find((each) => each?.id === value)
  const own = useQuery({ ...oneQuery(show, { id: value }), enabled: value !== '' && !seen })
  const known = seen ?? (own.data as Named | undefined)
  const nothing = none !== undefined && !required ? [{ value: '', label: none }] : []

  // The field holds the name of the chosen record, which is not a search.
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
    // The data must include the chosen record, even when it is not among the rows.
    ...(known && !offered.has(value) ? [{ value, label: known.name }] : []),
  ]
  return (
    <Select
      label={label}
      description={description ?? `Type to search ${first.total.toLocaleString('en-GB')} ${nouns[label] ?? 'records'}`}
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
      // The server has already filtered them.
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
