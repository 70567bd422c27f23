/** Records that a table can be imported of. */
export const recordKinds = ['clients', 'sites'] as const

/** What is imported: records, or files by a manifest, the table with a row for each. */
export const importKinds = [...recordKinds, 'files'] as const
type ImportKind = (typeof importKinds)[number]

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
  files: {
    path: ['path', 'filepath', 'file'],
    client: ['client', 'clientname', 'customer', 'customername'],
    site: ['site', 'sitename'],
    postcode: ['postcode', 'postalcode', 'zip', 'zipcode'],
    external_id: ['externalid', 'siteid'],
    visit: ['visit', 'visitname'],
    category: ['category', 'categories'],
    completed_at: ['completedat', 'completed', 'date'],
    expires_at: ['expiresat', 'expires', 'expiry', 'expirydate'],
    name: ['name', 'title'],
    size: ['size', 'bytes'],
    sha256: ['sha256', 'hash'],
  },
} as const satisfies Record<ImportKind, Partial<Record<ImportField, readonly string[]>>>

/** All fields of rows: those of sites, to which those of clients belong, and those of manifests. */
export const importFields = [
  'id',
  'external_id',
  'name',
  'postcode',
  'client',
  'client_id',
  'path',
  'site',
  'visit',
  'category',
  'completed_at',
  'expires_at',
  'size',
  'sha256',
] as const
export type ImportField = (typeof importFields)[number]

/** The fields of the rows of a kind. */
export const fieldsOf = (kind: ImportKind): ImportField[] => importFields.filter((field) => field in names[kind])

/** The columns that somebody chose for fields, by field; '' says that the file has none for it. */
export type ColumnChoice = { readonly [Field in ImportField]?: string }

/** Which column fills which field, the unknown columns, and the columns that occur more than once. */
export type Columns = { of: ReadonlyMap<ImportField, string>; unknown: readonly string[]; twice: readonly string[] }

const bare = (column: string): string => column.toLowerCase().replace(/[\s_-]+/g, '')

/** The fault of chosen columns, in a sentence; undefined if there is none. */
export const faultOfChoice = (kind: ImportKind, choice: Readonly<Record<string, string>>): string | undefined => {
  const fields = fieldsOf(kind)
  const foreign = Object.keys(choice).find((field) => !fields.some((each) => each === field))
  if (foreign !== undefined) return `“${foreign}” is no field of ${kind}. They have ${fields.join(', ')}.`
  const chosen = Object.values(choice).filter((column) => column !== '')
  const twice = chosen.find((column, index) => chosen.indexOf(column) < index)
  return twice === undefined ? undefined : `The column “${twice}” is chosen for two fields.`
}

/**
 * Maps the columns of a heading, or the keys of an object, to fields. What was chosen comes first, where the column is
 * there; if several columns match another field, the best alias wins.
 */
export const columnsOf = (kind: ImportKind, columns: readonly string[], choice: ColumnChoice = {}): Columns => {
  const chosen = new Set(Object.values(choice).filter((column) => column !== ''))
  const free = columns.filter((column) => !chosen.has(column))
  const of = new Map<ImportField, string>()
  const twice: string[] = []
  const isTwice = (isSame: (column: string) => boolean) => columns.filter(isSame).length > 1
  for (const [field, words] of Object.entries(names[kind]) as [ImportField, readonly string[]][]) {
    const column = choice[field]
    if (column !== undefined) {
      if (columns.includes(column) && column !== '') of.set(field, column)
      if (isTwice((each) => each === column)) twice.push(column)
      continue
    }
    const best = words.flatMap((word) => free.find((each) => bare(each) === word) ?? [])[0]
    if (best === undefined) continue
    of.set(field, best)
    if (isTwice((each) => bare(each) === bare(best) && !chosen.has(each))) twice.push(best)
  }
  const taken = new Set(of.values())
  return { of, unknown: columns.filter((column) => !taken.has(column)), twice }
}
