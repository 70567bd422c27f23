import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { DatePickerInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { calendarProps } from '#web/components/calendar-props.tsx'
import styles from '#web/components/date-picker-field.module.css'

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

/** A date that is picked, never typed; dd/mm/yyyy, with a button for today. */
const DatePickerField = (props: DateFieldProps) => {
  const { classNames, weekendDays, presets, ...others } = calendarProps(props.label)
  return (
    <DatePickerInput
      {...props}
      {...others}
      weekendDays={[...weekendDays]}
      presets={[...presets]}
      classNames={{ ...classNames, datePickerRoot: styles.picker }}
    />
  )
}

export default DatePickerField
