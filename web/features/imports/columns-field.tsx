import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RecordKind } from '#schemas/events/import.ts'
import { type ColumnChoice, type ImportField, ownIdOf } from '#schemas/records/import-columns.ts'
import type { Field } from '#schemas/resources/fields.ts'
import { labelledFields, shownColumns, withColumn } from '#web/features/imports/chosen-columns.ts'
import styles from '#web/features/imports/imports.module.css'

/** The description of a field besides its label. */
const hints: Record<RecordKind, Partial<Record<ImportField, string>>> = {
  clients: {},
  sites: { client: 'Needed for new sites' },
}

type Props = {
  kind: RecordKind
  headings: readonly string[]
  choice: ColumnChoice
  own: readonly Field[]
  onChange: (columns: ColumnChoice) => void
  error: ReactNode
  disabled: boolean
}

/** Which column of a file fills which field. */
export const ColumnsField = ({ kind, headings, choice, own, onChange, error, disabled }: Props) => {
  const { columns, leftOut } = shownColumns(kind, headings, choice, own)
  const isNeeded = (field: ImportField) => own.some(({ id, required }) => required && id === ownIdOf(field))
  const offered = [...new Set(headings)].filter((heading) => heading !== '')
  return (
    <fieldset className={styles.columns}>
      <legend>Columns of the file</legend>
      <div className={styles.selects}>
        {labelledFields(kind, own).map(([field, label]) => (
          <NativeSelect
            key={field}
            label={label}
            description={isNeeded(field) ? `Needed for new ${kind}` : hints[kind][field]}
            withAsterisk={field === 'name'}
            error={field === 'name' && error}
            errorProps={{ role: 'alert' }}
            disabled={disabled}
            value={columns[field] ?? ''}
            onChange={({ currentTarget }) => onChange(withColumn(columns, field, currentTarget.value))}
            data={[{ value: '', label: 'None' }, ...offered]}
          />
        ))}
      </div>
      {leftOut.length > 0 && <p className={styles.leftOut}>{`Columns that are left out: ${leftOut.join(', ')}`}</p>}
    </fieldset>
  )
}
