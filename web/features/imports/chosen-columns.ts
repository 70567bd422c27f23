import type { RecordKind } from '#schemas/events/import.ts'
import {
  type ColumnChoice,
  chosenIn,
  columnsOf,
  fieldsOf,
  headingOf,
  type ImportField,
  type OwnHeading,
  ownColumn,
  ownIdOf,
} from '#schemas/records/import-columns.ts'
import type { ImportRun } from '#schemas/resources/imports.ts'

/** The labels of the fields of a row. */
const fieldLabels: Record<Exclude<ImportField, `field.${string}`>, string> = {
  name: 'Name',
  client: 'Client',
  postcode: 'Postcode',
  external_id: 'External ID',
  id: 'ID in Siteledger',
  client_id: 'Client ID',
  path: 'Path',
  site: 'Site',
  visit: 'Visit',
  category: 'Category',
  completed_at: 'Completed',
  expires_at: 'Expires',
  size: 'Size',
  sha256: 'SHA-256',
}

type Own = readonly OwnHeading[]

/** The fields of a kind with their labels, the needed ones first and own ones last. */
export const labelledFields = (kind: RecordKind, own: Own): [ImportField, string][] => {
  const fields = fieldsOf(kind)
  const fixed = Object.entries(fieldLabels) as [ImportField, string][]
  return [
    ...fixed.filter(([field]) => fields.includes(field)),
    ...own.map((field): [ImportField, string] => [ownColumn(field), headingOf(kind, field.name)]),
  ]
}

/** The column of each field of a kind as names tell it, '' where none does. */
const guessed = (kind: RecordKind, headings: readonly string[], choice: ColumnChoice, own: Own): ColumnChoice => {
  const { of } = columnsOf(kind, headings, choice, own)
  return Object.fromEntries(fieldsOf(kind, own).map((field) => [field, of.get(field) ?? '']))
}

/**
 * The choice for the team's last file with these columns, an undone import aside; nothing if there was no
 * such file. `runs` are the newest first.
 */
export const rememberedColumns = (
  kind: RecordKind,
  headings: readonly string[],
  runs: readonly Pick<ImportRun, 'kind' | 'status' | 'columns'>[],
  own: Own,
): ColumnChoice => {
  const isLike = (columns: ColumnChoice) => {
    const chosen = chosenIn(columns)
    return chosen.length > 0 && chosen.every((column) => headings.includes(column))
  }
  const run = runs.find((each) => each.kind === kind && each.status !== 'undone' && isLike(each.columns))
  const known = fieldsOf(kind, own)
  const columns = Object.entries(run?.columns ?? {}) as [ImportField, string][]
  return Object.fromEntries(columns.filter(([field]) => known.includes(field)))
}

/** The column of each field: what was chosen, and of all others the best guess; and the columns that are left out. */
export const shownColumns = (kind: RecordKind, headings: readonly string[], choice: ColumnChoice, own: Own) => {
  const columns = guessed(kind, headings, choice, own)
  const taken = Object.values(columns)
  return { columns, leftOut: headings.filter((heading) => heading !== '' && !taken.includes(heading)) }
}

/** What is sent of a choice: all fields of it, but own ones alone that names do not tell. */
export const sentColumns = (
  kind: RecordKind,
  headings: readonly string[],
  choice: ColumnChoice,
  own: Own,
): ColumnChoice => {
  if (Object.keys(choice).length === 0) return {}
  const told = guessed(kind, headings, {}, own)
  const shown = Object.entries(shownColumns(kind, headings, choice, own).columns) as [ImportField, string][]
  return Object.fromEntries(shown.filter(([field, column]) => !ownIdOf(field) || told[field] !== column))
}

/** Whether names alone leave something to choose: no column for the name, or columns that nobody knows. */
export const isUnclear = (kind: RecordKind, headings: readonly string[], own: Own): boolean => {
  const { of, unknown } = columnsOf(kind, headings, {}, own)
  return headings.length > 0 && (!of.has('name') || unknown.length > 0)
}

/** Gives a column to a field, and takes it from the field that had it: each column fills one field. */
export const withColumn = (columns: ColumnChoice, field: ImportField, column: string): ColumnChoice => {
  const others = Object.entries(columns).map(([each, had]) => [each, had === column ? '' : had])
  return { ...Object.fromEntries(others), [field]: column }
}
