import { isOwnSort } from '#schemas/calls/sort-columns.ts'
import { type ArrangedKind, nouns } from '#schemas/nouns.ts'

/** A saved view, as far as its list is narrowed and sorted. */
type View = {
  kind: ArrangedKind
  filters: Record<string, string>
  sort: string | null
  gone: readonly string[]
}

/** The view without its missing parts: a filter without its record would show nothing. */
export const leftOfView = ({ kind, filters, sort, gone }: View): Pick<View, 'filters' | 'sort'> => {
  const columns: readonly string[] = nouns[kind].sorts
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !gone.includes(name))),
    sort: sort !== null && (columns.includes(sort.replace('-', '')) || isOwnSort(sort)) ? sort : null,
  }
}
