import { CategoryId } from '#schemas/ids.ts'
import { categoriesIn } from '#schemas/records/category-path.ts'
import { inTreeOrder, maxLevels } from '#schemas/records/category-tree.ts'
import { isVisible } from '#schemas/text/clean-name.ts'
import { pathKey } from '#schemas/text/folded-text.ts'
import type { Category } from './category-branches.ts'
import { type DecidedRow, type NamedRecord, namedBy, severalHave } from './manifest-names.ts'

/** The categories of a team, by id, by the names of a path from the root, and by their own name. */
export type NamedCategories = {
  byId: ReadonlyMap<string, NamedRecord>
  byPath: ReadonlyMap<string, readonly NamedRecord[]>
  byName: ReadonlyMap<string, readonly NamedRecord[]>
}

/** A line end divides names, since a key has none. */
const pathOf = (names: readonly string[]): string => names.map(pathKey).join('\n')

export const namedCategories = (roots: readonly Category[]): NamedCategories => {
  const all = inTreeOrder(roots).map(({ node, above }) => {
    const path = [...above.map(({ name }) => name), node.name]
    return { path, record: { id: node.id as string, name: node.name, where: path.slice(0, -1).join(' / ') || null } }
  })
  const records = ({ record }: (typeof all)[number]) => record
  const grouped = (key: (each: (typeof all)[number]) => string) =>
    new Map([...Map.groupBy(all, key)].map(([name, each]) => [name, each.map(records)]))
  return {
    byId: new Map(all.map(({ record }) => [record.id, record])),
    byPath: grouped(({ path }) => pathOf(path)),
    byName: grouped(({ record }) => pathKey(record.name)),
  }
}

const longestName = 255

/** Notes what is missing of a path: the category, and those above it. */
const lacking = (names: readonly string[], known: NamedCategories, row: DecidedRow): CategoryId | undefined => {
  if (names.length > maxLevels) {
    return void row.refuse('category', `Categories can be nested up to four levels deep.`)
  }
  if (names.some((name) => !isVisible(name) || name.length > longestName)) {
    return void row.refuse('category', 'The selected category is invalid.')
  }
  let within: string | null = null
  for (let level = 1; level <= names.length; level += 1) {
    const path = names.slice(0, level)
    const name = path.at(-1) ?? ''
    const there: string | undefined = namedBy(known.byPath.get(pathOf(path)) ?? [], name)[0]?.id
    within = there ?? row.lacks('categories', 'category', pathOf(path), { name, within, path }).id
  }
  return CategoryId.parse(within)
}

const idOf = (names: readonly string[], known: NamedCategories, row: DecidedRow): CategoryId | undefined => {
  const [first = ''] = names
  const own = names.length === 1 ? known.byId.get(first.toLowerCase()) : undefined
  if (own) return own.id as CategoryId
  const anywhere = names.length === 1 ? known.byName.get(pathKey(first)) : undefined
  const found = namedBy(known.byPath.get(pathOf(names)) ?? anywhere ?? [], names.at(-1) ?? '')
  if (found.length > 1) return void row.refuse('category', severalHave('categories', found))
  return (found[0]?.id as CategoryId | undefined) ?? lacking(names, known, row)
}

/** The categories that a cell names: ids, names, or paths from the root, divided by `;`. */
export const decideCategories = (cell: string, known: NamedCategories, row: DecidedRow): CategoryId[] => [
  ...new Set(categoriesIn(cell).flatMap((names) => idOf(names, known, row) ?? [])),
]
