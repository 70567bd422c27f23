import { foldedText } from '#schemas/text/folded-text.ts'
import { isDay, showDate } from '#schemas/time/dates.ts'

/** The nouns whose records may have own fields. */
export const fieldNouns = ['clients', 'sites', 'visits'] as const
export type FieldNoun = (typeof fieldNouns)[number]
export const isFieldNoun = (noun: string): noun is FieldNoun => (fieldNouns as readonly string[]).includes(noun)

/** The kinds of own fields, in the order of the form. */
export const fieldKinds = ['text', 'note', 'number', 'date', 'choice', 'yes_no', 'link', 'email', 'phone'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** The kinds whose values the search finds; a choice by the name of its option. */
export const searchedKinds: readonly FieldKind[] = ['text', 'note', 'choice', 'email', 'phone']

/** The most fields of a noun, the most options of a choice, and the longest name of either. */
export const mostFields = 40
export const mostOptions = 100
export const longestFieldName = 60

/** The values of a record by the ids of its fields, as they are recorded; null says that a change clears one. */
export type OwnValues = Readonly<Record<string, string | null>>

/** What a field says of its values. */
export type ValueRule = { kind: FieldKind; options: readonly { id: string; name: string }[] }

/** A value as people read it: a day as dd/mm/yyyy, a choice by its name, and Yes or No. */
export const shownValue = ({ kind, options }: ValueRule, value: string): string => {
  if (kind === 'date') return isDay(value) ? showDate(value) : value
  if (kind === 'choice') return options.find(({ id }) => id === value)?.name ?? value
  if (kind === 'yes_no') return value === 'true' ? 'Yes' : 'No'
  return value
}

/** The decimal as it is recorded, such as `-7.5`: no plus, no zeros that say nothing; undefined for anything else. */
export const plainDecimal = (text: string): string | undefined => {
  const [, sign = '', whole = '', part = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '' && part === '') return undefined
  const before = whole.replace(/^0+/, '') || '0'
  const after = part.replace(/0+$/, '')
  if (before.length + after.length > 15) return undefined
  const digits = after === '' ? before : `${before}.${after}`
  return sign === '-' && digits !== '0' ? `-${digits}` : digits
}

/** The name of an option in a table, or another word for yes or no, as the value that is recorded. */
export const valueInTable = ({ kind, options }: ValueRule, cell: string): string => {
  const said = foldedText(cell.trim())
  if (kind === 'choice') return options.find(({ name }) => foldedText(name) === said)?.id ?? cell
  if (kind === 'yes_no') return { yes: 'true', no: 'false' }[said] ?? said
  return cell
}
