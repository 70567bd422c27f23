import type { ImportKind } from '#schemas/events/import.ts'

/** What a row may tell, and what programs call it; case, spaces, hyphens and underscores do not count. */
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

const bare = (column: string): string => column.toLowerCase().replace(/[\s_-]+/g, '')

/** The field that a column fills; undefined for a column that is not known. */
export const fieldOf = (kind: ImportKind, column: string): ImportField | undefined => {
  const known = Object.entries(names[kind]) as [ImportField, readonly string[]][]
  return known.find(([, called]) => called.includes(bare(column)))?.[0]
}
