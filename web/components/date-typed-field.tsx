import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import { useState } from 'react'
import { calendarProps } from '#web/components/calendar-props.tsx'
import styles from '#web/components/date-picker-field.module.css'
import type { DateFieldProps } from '#web/components/date-picker-field.tsx'
import { typedDay } from '#web/lib/dates.ts'

/**
 * A day that is typed, dd/mm/yyyy, or picked in a calendar, which a click opens; what is no day changes nothing, and an empty
 * field takes it away.
 */
const DateTypedField = ({ value = null, ...props }: DateFieldProps) => {
  const [isPicked, setPicked] = useState(false)
  const { classNames, weekendDays, presets, popoverProps, ...others } = calendarProps(props.label)
  return (
    <DateInput
      {...props}
      {...others}
      popoverProps={{ ...popoverProps, disabled: !isPicked }}
      onClick={() => setPicked(true)}
      onBlur={() => setPicked(false)}
      value={value}
      dateParser={typedDay}
      clearable
      weekendDays={[...weekendDays]}
      presets={[...presets]}
      classNames={{ ...classNames, presetsRoot: styles.picker }}
    />
  )
}

export default DateTypedField
