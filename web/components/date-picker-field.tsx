import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { DatePickerInput } from '@mantine/dates'
import type { DateFieldProps } from '#web/components/date-field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { todayHere } from '#web/lib/dates.ts'

/** A day that is picked, never typed; dd/mm/yyyy, with a button for today (VIS-09 to VIS-11). */
const DatePickerField = (props: DateFieldProps) => (
  <DatePickerInput
    {...props}
    valueFormat="DD/MM/YYYY"
    presets={[{ value: todayHere(), label: 'Today' }]}
    highlightToday
    hideOutsideDates
    leftSection={<Icon name="calendar" />}
    leftSectionPointerEvents="none"
    popoverProps={{ withRoles: false, shadow: 'md' }}
    ariaLabels={{
      previousMonth: 'Previous month',
      nextMonth: 'Next month',
      monthLevelControl: 'Choose a month',
      previousYear: 'Previous year',
      nextYear: 'Next year',
      yearLevelControl: 'Choose a year',
      previousDecade: 'Previous decade',
      nextDecade: 'Next decade',
    }}
  />
)

export default DatePickerField
