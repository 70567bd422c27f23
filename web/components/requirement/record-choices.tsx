import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Named } from '#web/components/record-search-field.tsx'
import styles from '#web/components/requirement/record-choices.module.css'

// Fixed positioning keeps a dialog from clipping the list.
const popover = { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' } as const

/** So many are offered at once; the others are found by typing. */
const offered = 100

type Props = {
  label: string
  records: readonly (Named & { client_name?: string })[]
  value?: string[]
  error?: ReactNode
  onChange: (ids: string[]) => void
}

/** Chooses any number of records; sites of one name are told apart by their client. */
export const RecordChoices = ({ label, records, ...field }: Props) => (
  // Together with the hidden input it is one field of its form.
  <div>
    <MultiSelect
      {...field}
      label={label}
      placeholder={`Type to search ${records.length.toLocaleString('en-GB')} ${label.toLowerCase()}`}
      data={records.map(({ id, name, client_name }) => ({
        value: id,
        label: client_name ? `${name}, ${client_name}` : name,
      }))}
      limit={offered}
      searchable
      hidePickedOptions
      nothingFoundMessage="No results"
      withScrollArea={false}
      attributes={{ options: { tabIndex: -1 } }}
      classNames={{ options: styles.options ?? '', pillsList: styles.chosen ?? '' }}
      comboboxProps={popover}
    />
  </div>
)
