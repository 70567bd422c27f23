import { toIsoDate } from '#schemas/time/dates.ts'
import { DateField } from '#web/components/date-field.tsx'
import { dayMonthYear } from '#web/lib/dates.ts'
import type { Field } from '#web/lib/form-fields.ts'

const shown = (day: string | null) => (day ? dayMonthYear(day) : '')

/** A picked date, labelled as in the record. The form holds it as `yyyy-mm-dd`; users and the server see dd/mm/yyyy. */
export const dayField = <Name extends string>(
  name: Name,
  label: string,
): Field<{ [K in Name]: string }, string | null, string> => ({
  label,
  blank: null,
  from: (row) => toIsoDate(row[name]),
  send: shown,
  read: shown,
  preview: (day) => ({ [name]: shown(day) }),
  input: (bound) => <DateField label={label} {...bound} />,
})

/** A picked date that a record may be without. */
export const optionalDayField = <Name extends string>(
  name: Name,
  label: string,
): Field<{ [K in Name]: string | null }, string | null, string> => ({
  label,
  blank: null,
  from: (row) => (row[name] === null ? null : toIsoDate(row[name])),
  send: shown,
  read: shown,
  preview: (day) => ({ [name]: shown(day) || null }),
  input: (bound) => <DateField label={label} clearable {...bound} />,
})
