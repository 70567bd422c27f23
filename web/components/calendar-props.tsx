import styles from '#web/components/date-picker-field.module.css'
import { Icon } from '#web/components/icon.tsx'
import { todayHere } from '#web/lib/dates.ts'

/** The common properties of fields for a day: how it is shown, its calendar, and a button for today. */
export const calendarProps = (label: string) =>
  ({
    valueFormat: 'DD/MM/YYYY',
    placeholder: 'dd/mm/yyyy',
    presets: [{ value: todayHere(), label: 'Today' }],
    highlightToday: true,
    weekendDays: [],
    hideOutsideDates: true,
    clearButtonProps: { 'aria-label': `Clear the ${label.toLowerCase()}` },
    leftSection: <Icon name="calendar" />,
    leftSectionPointerEvents: 'none',
    // A '/' typed here must not open the search, as it does outside of fields.
    onKeyDown: (event: { stopPropagation: () => void }) => event.stopPropagation(),
    popoverProps: { withRoles: false, withinPortal: false, shadow: 'md' },
    ariaLabels: {
      previousMonth: 'Previous month',
      nextMonth: 'Next month',
      previousYear: 'Previous year',
      nextYear: 'Next year',
      previousDecade: 'Previous decade',
      nextDecade: 'Next decade',
    },
    classNames: { presetsList: styles.presets, presetButton: styles.preset },
  }) as const
