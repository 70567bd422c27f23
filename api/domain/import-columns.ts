import type { ImportKind } from '#schemas/events/import.ts'

/** What a row may tell, and what programs call it, the best word first; case, spaces, hyphens and underscores do not count. */
const names = {
  clients: {
    external_id: ['externalid', 'clientid', 'reference', 'ref', 'id'],
    name: ['name', 'clientname', 'client', 'customer', 'customername'],
  },
  sites: {
    external_id: ['externalid', 'siteid', 'reference', 'ref', 'id'],
    name: ['name', 'sitename', 'site'],
    postcode: ['postcode', 'postalcode', 'zip', 'zipcode'],
    client: ['client', 'clientname', 'customer', 'customername'],
    client_id: ['clientid'],
  },
} as const satisfies Record<ImportKind, Record<string, readonly string[]>>

export type ImportField = 'external_id' | 'name' | 'postcode' | 'client' | 'client_id'

/** Which column fills which field, columns that are not understood, and such as stand there twice. */
export type Columns = { of: ReadonlyMap<ImportField, string>; unknown: readonly string[]; twice: readonly string[] }

const bare = (column: string): string => column.toLowerCase().replace(/[\s_-]+/g, '')

/** Understands the columns of a heading, or the names in an object; of several words for a field the best one counts. */
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
