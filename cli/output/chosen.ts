import { InvalidArgumentError } from 'commander'
import { exitCodes, Failure } from '#cli/failure.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { cellOf } from './cell.ts'

/** What a command prints of its records instead of all: some fields, or a line of text each. */
export type Chosen = { fields?: readonly string[]; template?: string }

/** The value at a path such as `site.name`; of a list those of its members. Throws Failure for what a record lacks. */
const valueAt = (record: unknown, path: readonly string[]): unknown => {
  const [name = '', ...rest] = path
  if (path.length === 0 || record === null || record === undefined) return record
  if (Array.isArray(record)) return record.map((member) => valueAt(member, path))
  if (typeof record === 'object' && Object.hasOwn(record, name)) {
    return valueAt(record[name as keyof typeof record], rest)
  }
  const known = typeof record === 'object' ? ` There are: ${Object.keys(record).join(', ')}.` : ''
  throw new Failure(`There is no field "${name}".${known}`, exitCodes.wrongUsage)
}

/** Parses 'name,site.name' into fields. */
export const fieldsIn = (text: string): string[] => {
  const fields = text.split(',').map((field) => field.trim())
  if (fields.every((field) => /^\w+(\.\w+)*$/.test(field))) return fields
  throw new InvalidArgumentError('It must be fields with commas between them, such as name,site.name.')
}

/** A record with the chosen fields alone, each under its path. */
export const chosenOf = (fields: readonly string[], record: object): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, valueAt(record, field.split('.'))]))

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' }

/** The text of a template for a record: `{{name}}` is a field, `\t` a tab and `\n` a new line. */
export const filledTemplate = (template: string, record: object): string =>
  template.replace(/\\([nt\\])|\{\{\s*([\w.]+)\s*\}\}/g, (_whole, escaped?: string, path = '') =>
    escaped === undefined ? safeText(cellOf(valueAt(record, path.split('.')))) : (escapes[escaped] ?? ''),
  )
