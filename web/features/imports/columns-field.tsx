import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { RecordKind } from '#schemas/events/import.ts'
import type { ColumnChoice, ImportField } from '#schemas/records/import-columns.ts'
import { fieldLabels, labelledFields, shownColumns, withColumn } from '#web/features/imports/chosen-columns.ts'
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
  onChange: (columns: ColumnChoice) => void
  error: ReactNode
  disabled: boolean
}

/** Which column of a file fills which field. */
export const ColumnsField = ({ kind, headings, choice, onChange, error, disabled }: Props) => {
  const { columns, leftOut } = shownColumns(kind, headings, choice)
  const offered = [...new Set(headings)].filter((heading) => heading !== '')
  return (
    <fieldset className={styles.columns}>
      <legend>Columns of the file</legend>
      <div className={styles.selects}>
        {labelledFields(kind).map((field) => (
          <NativeSelect
            key={field}
            label={fieldLabels[field]}
            description={hints[kind][field]}
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
