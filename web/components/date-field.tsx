import { lazy } from 'react'
import type { DateFieldProps } from '#web/components/date-picker-field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { LateField } from '#web/components/late-field.tsx'
import { dayMonthYear } from '#web/lib/dates.ts'
import { patient } from '#web/lib/patient.ts'

const DatePickerField = lazy(patient(() => import('#web/components/date-picker-field.tsx')))

/** A read-only date picker. The calendar loads by itself; until then the field shows its day. */
export const DateField = (props: DateFieldProps) => (
  <LateField
    standIn={{
      label: props.label,
      value: props.value ? dayMonthYear(props.value) : '',
      placeholder: 'dd/mm/yyyy',
      leftSection: <Icon name="calendar" />,
    }}
  >
    <DatePickerField {...props} />
  </LateField>
)
