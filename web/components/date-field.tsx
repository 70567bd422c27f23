import { lazy } from 'react'
import type { DateFieldProps } from '#web/components/date-picker-field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { LazyField } from '#web/components/lazy-field.tsx'
import { dayMonthYear } from '#web/lib/dates.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const DatePickerField = lazy(retryingImport(() => import('#web/components/date-picker-field.tsx')))

/** A read-only date picker. The calendar loads lazily; until then the field shows its date. */
export const DateField = (props: DateFieldProps) => (
  <LazyField
    fallback={{
      label: props.label,
      description: props.description,
      value: props.value ? dayMonthYear(props.value) : '',
      placeholder: 'dd/mm/yyyy',
      leftSection: <Icon name="calendar" />,
    }}
  >
    <DatePickerField {...props} />
  </LazyField>
)
