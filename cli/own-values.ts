import type { Command } from 'commander'
import { findAmong } from '#cli/connection/find-by-name.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import type { Pages } from '#cli/output/rows-as-text.ts'
import { type FieldNoun, type OwnValues, shownValue, valueInTable } from '#schemas/records/field-kinds.ts'
import { headingOf, toldApart } from '#schemas/records/import-columns.ts'
import { type Field, listFields } from '#schemas/resources/fields.ts'

const flags = '--field <values...>'

/** What was typed for own fields of a noun, as 'Meter=12345', by the ids of the fields. */
const typedValues = async (
  server: Server,
  of: FieldNoun,
  typed: readonly string[],
  read: (field: Field, text: string) => string,
): Promise<Record<string, string>> => {
  const { data: fields } = await server.call(listFields, { query: { of } })
  const values = typed.map((each): [string, string] => {
    const at = each.indexOf('=')
    if (at < 1) throw new Failure(`"${each}" is no field with a value: write "Meter=12345".`, exitCodes.wrongUsage)
    const field = findAmong('field', fields, each.slice(0, at).trim())
    return [field.id, read(field, each.slice(at + 1))]
  })
  return Object.fromEntries(values)
}

/** How a command takes values of own fields of a noun. */
export const ownValues = (of: FieldNoun) => ({
  flags,
  about: 'an own field, by id or name, and its value, as "Meter=12345"; "Meter=" takes it away',
  findAll: (server: Server, typed: readonly string[]) => typedValues(server, of, typed, valueInTable),
})

/** Adds the option that narrows a list by own fields, which `narrowedBy` turns into a part of its query. */
export const addOwnFilter = (command: Command): Command =>
  command.option(flags, 'only those whose own field has this value, as "Heating=Gas,Oil", "Meter=1..5" or "Meter=none"')

/** The part of a query that narrows a list by own fields. */
export const narrowedBy = async (server: Server, of: FieldNoun, typed: readonly string[] | undefined) => {
  if (!typed) return {}
  const wanted = (field: Field, text: string): string =>
    field.kind === 'choice'
      ? text
          .split(',')
          .map((name) => valueInTable(field, name))
          .join(',')
      : valueInTable(field, text)
  return { field: await typedValues(server, of, typed, wanted) }
}

/** Pages of records with a column for each own field, under the heading by which imports know it. */
export const withOwnColumns = async (server: Server, of: FieldNoun, pages: Pages): Promise<Pages> => {
  const { data: own } = await server.call(listFields, { query: { of } })
  const widened = ({ fields, ...row }: { fields?: OwnValues }) => {
    const columnOf = ({ name }: Field) =>
      Object.hasOwn(row, name.toLowerCase()) ? toldApart(name) : headingOf(of, name)
    const cellOf = (field: Field) => {
      const value = fields?.[field.id]
      return value ? shownValue(field, value) : ''
    }
    const values = own.map((field) => [columnOf(field), cellOf(field)])
    return { ...row, ...Object.fromEntries(values) }
  }
  return (async function* () {
    for await (const { rows } of pages) yield { rows: rows.map(widened) }
  })()
}
