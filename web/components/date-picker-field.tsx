import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { DatePickerInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import styles from '#web/components/date-picker-field.module.css'
import { Icon } from '#web/components/icon.tsx'
import { todayHere } from '#web/lib/dates.ts'

/** `value` is `yyyy-mm-dd`, or null when no date is picked. */
export type DateFieldProps = {
  label: string
  value?: string | null
  onChange?: (day: string | null) => void
  error?: ReactNode
  description?: ReactNode
  /** Whether the date can be taken away. */
  clearable?: boolean
}

/** A date that is picked, never typed; dd/mm/yyyy, with a button for today (VIS-09 to VIS-11). */
const DatePickerField = (props: DateFieldProps) => (
  <DatePickerInput
    {...props}
    valueFormat="DD/MM/YYYY"
    placeholder="dd/mm/yyyy"
    presets={[{ value: todayHere(), label: 'Today' }]}
    highlightToday
    weekendDays={[]}
    classNames={{ datePickerRoot: styles.picker, presetsList: styles.presets, presetButton: styles.preset }}
    hideOutsideDates
    clearButtonProps={{ 'aria-label': `Clear the ${props.label.toLowerCase()}` }}
    leftSection={<Icon name="calendar" />}
    leftSectionPointerEvents="none"
    // A '/' typed here must not open the search, as it does outside of fields.
    onKeyDown={(event) => event.stopPropagation()}
    popoverProps={{ withRoles: false, withinPortal: false, shadow: 'md' }}
    ariaLabels={{
      previousMonth: 'Previous month',
      nextMonth: 'Next month',
      previousYear: 'Previous year',
      nextYear: 'Next year',
      previousDecade: 'Previous decade',
      nextDecade: 'Next decade',
    }}
  />
)

export default DatePickerField
