import { NativeSelect } from '@mantine/core'
import { lazy } from 'react'
import { LateField } from '#web/components/late-field.tsx'
import type { Named, RecordFieldProps } from '#web/components/record-search-field.tsx'
import { patient } from '#web/lib/patient.ts'

const RecordSearchField = lazy(patient(() => import('#web/components/record-search-field.tsx')))

/**
 * Chooses a record: by a select where there are few, else by a field that asks the server for what is typed. The latter
 * loads by itself.
 */
export const RecordField = <Row extends Named>(props: RecordFieldProps<Row>) => {
  const { label, description, first, none, required = false, value = '', error, onChange, options } = props
  if (first.next !== null) {
    const chosen = first.rows.find(({ id }) => id === value)
    return (
      <LateField standIn={{ label, description, placeholder: none ?? '', value: chosen?.name ?? '' }}>
        {/* Which rows it offers is all that it knows of them. */}
        <RecordSearchField {...(props as unknown as RecordFieldProps<Named>)} />
      </LateField>
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
