import type { FieldNoun } from '#schemas/records/field-kinds.ts'

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
} as const satisfies Record<ImportKind, Record<string, readonly string[]>>
type FixedField = { [Kind in ImportKind]: keyof (typeof names)[Kind] }[ImportKind]

/** All fields of rows that teams do not name themselves. */
export const importFields = [...new Set(Object.values(names).flatMap(Object.keys))] as [FixedField, ...FixedField[]]

/** An own field in rows, by its id. */
type OwnColumn = `field.${string}`
export type ImportField = FixedField | OwnColumn

/** An own field of the records of a file, as far as its column tells. */
export type OwnHeading = { id: string; name: string }

export const ownColumn = ({ id }: Pick<OwnHeading, 'id'>): OwnColumn => `field.${id}`

/** The id of the own field that a field of rows is, if it is one. */
export const ownIdOf = (field: ImportField): string | undefined =>
  field.startsWith('field.') ? field.slice('field.'.length) : undefined

/** The fields of the rows of a kind, own ones last. */
export const fieldsOf = (kind: ImportKind, own: readonly OwnHeading[] = []): ImportField[] => [
  ...(Object.keys(names[kind]) as FixedField[]),
  ...own.map(ownColumn),
]

/** The columns that somebody chose for fields, by field; '' says that the file has none for it. */
export type ColumnChoice = { readonly [Field in ImportField]?: string }

/** The columns that are chosen for any field. */
export const chosenIn = (choice: Readonly<Record<string, string | undefined>>): string[] =>
  Object.values(choice).flatMap((column) => column || [])

/** Which column fills which field, the unknown columns, and the columns that occur more than once. */
export type Columns = { of: ReadonlyMap<ImportField, string>; unknown: readonly string[]; twice: readonly string[] }

const bare = (column: string): string => column.toLowerCase().replace(/[\s_-]+/g, '')

/** Headings of what lists count. */
const counts: Partial<Record<FieldNoun | ImportKind, readonly string[]>> = {
  clients: ['sites'],
  sites: ['visits', 'files'],
}

/** Whether lists have a column of this name besides own fields, or imports take it for a word for one. */
const isFixedHeading = (noun: FieldNoun | ImportKind, heading: string): boolean => {
  const words = [counts[noun] ?? [], ...Object.values<readonly string[]>(noun === 'visits' ? {} : names[noun])]
  return words.flat().includes(bare(heading))
}

/** The heading of an own field, which tells it apart from others of its name. */
export const toldApart = (name: string): string => `${name} (field)`

/** The heading under which lists and imports know an own field. */
export const headingOf = (noun: FieldNoun | ImportKind, name: string): string =>
  isFixedHeading(noun, name) ? toldApart(name) : name

/** The headings of an own field, best first. */
const headingsOf = (kind: ImportKind, { name }: OwnHeading): string[] => [
  toldApart(name),
  ...(isFixedHeading(kind, name) ? [] : [name]),
]

/** The fault of chosen columns, in a sentence; undefined if there is none. */
export const faultOfChoice = (
  kind: ImportKind,
  choice: Readonly<Record<string, string | undefined>>,
  own: readonly OwnHeading[],
): string | undefined => {
  const foreign = Object.keys(choice).find((field) => !fieldsOf(kind, own).some((each) => each === field))
  if (foreign !== undefined) return `“${foreign}” is no field of ${kind}. They have ${fieldsOf(kind).join(', ')}.`
  const chosen = chosenIn(choice)
  const twice = chosen.find((column, index) => chosen.indexOf(column) < index)
  return twice === undefined ? undefined : `The column “${twice}” is chosen for two fields.`
}

/**
 * Maps the columns of a heading, or the keys of an object, to fields. What was chosen comes first, where the column is
 * there, and then headings of own fields as they are exported; if several columns match another field, the best alias
 * wins.
 */
export const columnsOf = (
  kind: ImportKind,
  columns: readonly string[],
  choice: ColumnChoice = {},
  own: readonly OwnHeading[] = [],
): Columns => {
  const told = new Map(Object.entries(choice) as [ImportField, string][])
  const taken = new Set(told.values())
  const there = new Set(columns)
  for (const field of own) {
    const heading = headingsOf(kind, field).find((each) => there.has(each) && !taken.has(each))
    if (heading === undefined || told.has(ownColumn(field))) continue
    told.set(ownColumn(field), heading)
    taken.add(heading)
  }
  /** The columns that are left, by what they say without case, spaces, hyphens and underscores. */
  const free = new Map<string, string[]>()
  for (const column of columns)
    if (!taken.has(column)) free.set(bare(column), [...(free.get(bare(column)) ?? []), column])
  const of = new Map<ImportField, string>()
  const twice: string[] = []
  for (const [field, column] of told) {
    if (column === '' || !there.has(column)) continue
    of.set(field, column)
    if (columns.filter((each) => each === column).length > 1) twice.push(column)
  }
  const words: [ImportField, readonly string[]][] = [
    ...(Object.entries(names[kind]) as [ImportField, readonly string[]][]),
    ...own.map((field): [ImportField, string[]] => [ownColumn(field), headingsOf(kind, field).map(bare)]),
  ]
  for (const [field, aliases] of words) {
    if (told.has(field)) continue
    const alias = aliases.find((each) => free.has(each)) ?? ''
    const [best, another] = free.get(alias) ?? []
    if (best === undefined) continue
    free.delete(alias)
    of.set(field, best)
    if (another !== undefined) twice.push(best)
  }
  const filling = new Set(of.values())
  return { of, unknown: columns.filter((column) => !filling.has(column)), twice }
}
