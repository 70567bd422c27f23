import type { ImportKind } from '#schemas/events/import.ts'

/**
 * The fields of a row with their aliases in other programs, best first; case, spaces, hyphens and underscores are
 * ignored.
 */
const names = {
  clients: {
    id: ['id'],
    external_id: ['externalid', 'clientid', 'reference', 'ref'],
    name: ['name', 'clientname', 'client', 'customer', 'customername'],
  },
  sites: {
    id: ['id'],
    external_id: ['externalid', 'siteid', 'reference', 'ref'],
    name: ['name', 'sitename', 'site'],
    postcode: ['postcode', 'postalcode', 'zip', 'zipcode'],
    client: ['client', 'clientname', 'customer', 'customername'],
    client_id: ['clientid'],
  },
} as const satisfies Record<ImportKind, Record<string, readonly string[]>>

export type ImportField = 'id' | 'external_id' | 'name' | 'postcode' | 'client' | 'client_id'

/** Which column fills which field, the unknown columns, and the columns that occur more than once. */
export type Columns = { of: ReadonlyMap<ImportField, string>; unknown: readonly string[]; twice: readonly string[] }

const bare = (column: string): string => column.toLowerCase().replace(/[\s_-]+/g, '')

/**
 * Maps the columns of a heading, or the keys of an object, to fields; if several columns match a field, the best alias
 * wins.
 */
export const columnsOf = (kind: ImportKind, columns: readonly string[]): Columns => {
  const known = Object.entries(names[kind]) as [ImportField, readonly string[]][]
  const of = new Map<ImportField, string>()
  for (const [field, words] of known) {
    const best = words.flatMap((word) => columns.find((column) => bare(column) === word) ?? [])[0]
    if (best !== undefined) of.set(field, best)
  }
  const taken = [...of.values()]
  const twice = taken.filter((column) => columns.filter((each) => bare(each) === bare(column)).length > 1)
  return { of, unknown: columns.filter((column) => !taken.includes(column)), twice }
}
