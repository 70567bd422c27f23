import { uncategorised } from '#schemas/calls/sort-columns.ts'
import { leftOfView } from '#schemas/limits/left-of-view.ts'
import type { SavedView } from '#schemas/resources/saved-views.ts'
import { parseHash } from '#web/lib/hash-tab.ts'
import { type ListAddress, listAddressIn } from '#web/lib/list-address.ts'

/** The content of a view besides its name and owner. */
export type Arranged = Pick<SavedView, 'filters' | 'sort' | 'look' | 'columns'>

/** The category that a list of files is narrowed to stands in its hash: `#/files/category/{id}`. */
const categoryIn = (hash: string): { category?: string } => {
  const [word, category] = parseHash(hash).segments
  return word === 'category' && category ? { category } : {}
}

/** The address at which a view is open, whole, so that whoever does not have the view sees the same list. */
export const addressOf = (view: SavedView): { search: ListAddress; hash: string } => {
  const { filters, sort } = leftOfView(view)
  const { category, ...others } = filters
  const isOne = category !== undefined && category !== uncategorised
  return {
    search: listAddressIn({ ...others, ...(isOne ? {} : { category }), sort, view: view.id }),
    hash: `/${view.kind}${isOne ? `/category/${category}` : ''}`,
  }
}

/** The words, filters and order of the list at an address. */
export const arrangedAt = (address: ListAddress, hash: string): Pick<Arranged, 'filters' | 'sort'> => {
  const { sort = null, view: _, ...filters } = address
  return { filters: { ...filters, ...categoryIn(hash) }, sort }
}

/** Whether an address names a view and nothing else: the view itself is meant. */
export const isBare = (address: ListAddress, hash: string): boolean => {
  const { filters, sort } = arrangedAt(address, hash)
  return address.view !== undefined && sort === null && Object.keys(filters).length === 0
}

const inOrder = (filters: Arranged['filters']) =>
  Object.entries(filters).toSorted(([one], [other]) => one.localeCompare(other))

/** Whether two lists are narrowed, sorted and shown alike. */
export const isAlike = (one: Arranged, other: Arranged): boolean => {
  const text = ({ filters, sort, look, columns }: Arranged) =>
    JSON.stringify([inOrder(filters), sort, look, columns?.toSorted() ?? null])
  return text(one) === text(other)
}

const parts: Record<string, string> = {
  client: 'its client',
  site: 'its site',
  category: 'its category',
  added_by: 'the person who added the files',
}

/**
 * The missing parts of a view, in words; `columns` are the names of those that the list has. Those of own fields come later:
 * whether they are there is said by `own`, the ids of all own fields, once these are known.
 */
export const goneFrom = (view: SavedView, columns: readonly string[], own?: readonly string[]): string[] => {
  const isThere = (name: string) => {
    const [, id] = name.split('field.')
    return id === undefined ? columns.includes(name) : !own || own.includes(id)
  }
  const lost = view.columns?.filter((name) => !isThere(name)).length ?? 0
  const isUnsorted = view.sort !== null && leftOfView(view).sort === null
  return [
    ...view.gone.map((name) => parts[name] ?? 'a filter'),
    ...(isUnsorted ? ['its order'] : []),
    ...(lost > 0 ? [lost === 1 ? 'one of its columns' : `${lost} of its columns`] : []),
  ]
}
