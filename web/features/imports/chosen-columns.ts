import type { RecordKind } from '#schemas/events/import.ts'
import { type ColumnChoice, chosenIn, columnsOf, fieldsOf, type ImportField } from '#schemas/records/import-columns.ts'
import type { ImportRun } from '#schemas/resources/imports.ts'

/** The labels of the fields of a row. */
export const fieldLabels: Record<ImportField, string> = {
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

/** The fields of a kind, the needed ones first. */
export const labelledFields = (kind: RecordKind): ImportField[] => {
  const fields = fieldsOf(kind)
  return (Object.keys(fieldLabels) as ImportField[]).filter((field) => fields.includes(field))
}

/** The column of each field of a kind as names tell it, '' where none does. */
const guessed = (kind: RecordKind, headings: readonly string[], choice: ColumnChoice): ColumnChoice => {
  const { of } = columnsOf(kind, headings, choice)
  return Object.fromEntries(fieldsOf(kind).map((field) => [field, of.get(field) ?? '']))
}

/**
 * The choice for the team's last file with these columns, an undone import aside; nothing if there was no
 * such file. `runs` are the newest first.
 */
export const rememberedColumns = (
  kind: RecordKind,
  headings: readonly string[],
  runs: readonly Pick<ImportRun, 'kind' | 'status' | 'columns'>[],
): ColumnChoice => {
  const isLike = (columns: ColumnChoice) => {
    const chosen = chosenIn(columns)
    return chosen.length > 0 && chosen.every((column) => headings.includes(column))
  }
  const run = runs.find((each) => each.kind === kind && each.status !== 'undone' && isLike(each.columns))
  return run?.columns ?? {}
}

/** The column of each field: what was chosen, and of all others the best guess; and the columns that are left out. */
export const shownColumns = (kind: RecordKind, headings: readonly string[], choice: ColumnChoice) => {
  const columns = guessed(kind, headings, choice)
  const taken = Object.values(columns)
  return { columns, leftOut: headings.filter((heading) => heading !== '' && !taken.includes(heading)) }
}

/** Whether names alone leave something to choose: no column for the name, or columns that nobody knows. */
export const isUnclear = (kind: RecordKind, headings: readonly string[]): boolean => {
  const { of, unknown } = columnsOf(kind, headings)
  return headings.length > 0 && (!of.has('name') || unknown.length > 0)
}

/** Gives a column to a field, and takes it from the field that had it: each column fills one field. */
export const withColumn = (columns: ColumnChoice, field: ImportField, column: string): ColumnChoice => {
  const others = Object.entries(columns).map(([each, had]) => [each, had === column ? '' : had])
  return { ...Object.fromEntries(others), [field]: column }
}
