import { lazy } from 'react'
import type { DateFieldProps } from '#web/components/date-picker-field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { LazyField } from '#web/components/lazy-field.tsx'
import { dayMonthYear } from '#web/lib/dates.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const DatePickerField = lazy(retryingImport(() => import('#web/components/date-picker-field.tsx')))

const DateTypedField = lazy(retryingImport(() => import('#web/components/date-typed-field.tsx')))

/**
 * A date that is picked, or with `typed` one that can be typed too, as in filters. The calendar loads lazily; until then the
 * field shows its date.
 */
export const DateField = ({ typed = false, ...props }: DateFieldProps & { typed?: boolean }) => (
  <LazyField
    fallback={{
      label: props.label,
      description: props.description,
      value: props.value ? dayMonthYear(props.value) : '',
      placeholder: 'dd/mm/yyyy',
      leftSection: <Icon name="calendar" />,
    }}
  >
    {typed ? <DateTypedField {...props} /> : <DatePickerField {...props} />}
  </LazyField>
)
