import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { DatePickerInput } from '@mantine/dates'
import { type ReactNode, useState } from 'react'
import { calendarProps } from '#web/components/calendar-props.tsx'
import styles from '#web/components/date-picker-field.module.css'
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
  /** The first and the last day that can be picked. */
  minDate?: string
  maxDate?: string
}

/** A date that is picked, never typed; dd/mm/yyyy, with a button for today where that can be picked. */
const DatePickerField = (props: DateFieldProps) => {
  const [opened, setOpened] = useState(false)
  const mayBeToday = (props.minDate ?? '') <= todayHere()
  const { classNames, weekendDays, presets, popoverProps, onKeyDown, ...others } = calendarProps(props.label)
  return (
    <DatePickerInput
      {...props}
      {...others}
      popoverProps={{ ...popoverProps, onOpen: () => setOpened(true), onClose: () => setOpened(false) }}
      // The calendar takes the focus a moment after it has opened; until then its Escape comes here, and is no dialog's.
      onKeyDown={(event) => {
        onKeyDown(event)
        if (opened && event.key === 'Escape') event.currentTarget.click()
      }}
      data-mantine-stop-propagation={opened}
      weekendDays={[...weekendDays]}
      {...(mayBeToday && { presets: [...presets] })}
      classNames={{ ...classNames, datePickerRoot: styles.picker }}
    />
  )
}

export default DatePickerField
