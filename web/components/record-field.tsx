import { NativeSelect } from '@mantine/core'
import { lazy } from 'react'
import { LazyField } from '#web/components/lazy-field.tsx'
import type { Named, RecordFieldProps } from '#web/components/record-search-field.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

const RecordSearchField = lazy(retryingImport(() => import('#web/components/record-search-field.tsx')))

/** Chooses a record: a select when there are few, otherwise a lazily loaded field that searches on the server. */
export const RecordField = <Row extends Named>(props: RecordFieldProps<Row>) => {
  const { label, description, first, none, required = false, value = '', error, onChange, options } = props
  if (first.next !== null) {
    const chosen = first.rows.find(({ id }) => id === value)
    return (
      <LazyField fallback={{ label, description, placeholder: none ?? '', value: chosen?.name ?? '' }}>
        {/* It needs only the ids and names of its rows. */}
        <RecordSearchField {...(props as unknown as RecordFieldProps<Named>)} />
      </LazyField>
    )
  }
  return (
    <NativeSelect
      label={label}
      description={description}
      required={required}
      withAsterisk={false}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value, currentTarget.selectedOptions[0]?.text ?? '')}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options(first.rows)}
    </NativeSelect>
  )
}
