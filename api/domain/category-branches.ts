import type { CategoryDetails } from '#schemas/details/category.ts'
import type { CategoryId } from '#schemas/ids.ts'
import type { Placed } from '#schemas/records/category-tree.ts'
import type { Requirement } from '#schemas/records/requirement.ts'

/** A category in its team's tree; `revision` is that of the newest event about it. */
export type Category = CategoryDetails & {
  id: CategoryId
  requirement: Requirement | null
  revision: bigint
  children: readonly Category[]
}
type Categories = readonly Category[]

/** Finds a category with its level, counted from 1, and its ancestors, topmost first. */
export const categoryIn = (roots: Categories, id: CategoryId, above: Categories = []): Placed<Category> | undefined => {
  for (const node of roots) {
    const placed =
      node.id === id ? { node, level: above.length + 1, above } : categoryIn(node.children, id, [...above, node])
    if (placed) return placed
  }
  return undefined
}

/**
 * Applies `then` to the list that holds a category and rebuilds the path to it; the other branches stay the same
 * objects.
 */
const along = (roots: Categories, id: CategoryId, then: (list: Categories, at: number) => Categories): Categories => {
  for (const [at, category] of roots.entries()) {
    if (category.id === id) return then(roots, at)
    const children = along(category.children, id, then)
    if (children !== category.children) return roots.with(at, { ...category, children })
  }
  return roots
}

/** The tree after `change` was applied to one category. */
export const changedIn = (roots: Categories, id: CategoryId, change: (category: Category) => Category): Categories =>
  along(roots, id, (list, at) => list.map((category, index) => (index === at ? change(category) : category)))

/** The tree without a category and its descendants. */
export const without = (roots: Categories, id: CategoryId): Categories =>
  along(roots, id, (list, at) => list.toSpliced(at, 1))

/** The tree with a category inserted as the index-th child of its parent (null: at the top level). */
export const putIn = (
  roots: Categories,
  category: Category,
  { parentId, index }: { parentId: CategoryId | null; index: number },
): Categories => {
  if (parentId === null) return roots.toSpliced(index, 0, category)
  return changedIn(roots, parentId, (parent) => ({
    ...parent,
    children: parent.children.toSpliced(index, 0, category),
  }))
}

/** A category tree reduced to its ids. */
export type Arrangement = { id: CategoryId; children: readonly Arrangement[] }

type Move = { categoryId: CategoryId; parentId: CategoryId | null; index: number }

type Lists = Map<CategoryId | null, CategoryId[]>

const listsOf = (
  roots: readonly Arrangement[],
  parentId: CategoryId | null = null,
  lists: Lists = new Map(),
): Lists => {
  lists.set(
    parentId,
    roots.map(({ id }) => id),
  )
  for (const { id, children } of roots) listsOf(children, id, lists)
  return lists
}

/** The longest increasing subsequence of places. */
const longestIncreasing = (indexes: readonly number[]): Set<number> => {
  const best: number[][] = []
  for (const index of indexes) {
    let longest: number[] = []
    for (const run of best) if ((run.at(-1) ?? -1) < index && run.length > longest.length) longest = run
    best.push([...longest, index])
  }
  return new Set(best.reduce((longest, run) => (run.length > longest.length ? run : longest), []))
}

/**
 * The moves that turn one tree into another with the same ids, in the order in which they apply. A category that can
 * stay among its siblings is not moved, and none moves twice. Parents precede their children, so no category is ever
 * moved below itself.
 */
export const movesBetween = (now: readonly Arrangement[], wanted: readonly Arrangement[]): Move[] => {
  const lists = listsOf(now)
  const parents = new Map([...lists].flatMap(([parentId, ids]) => ids.map((id) => [id, parentId] as const)))
  const moves: Move[] = []

  const move = (categoryId: CategoryId, parentId: CategoryId | null, before: CategoryId | undefined) => {
    const left = lists.get(parents.get(categoryId) ?? null) ?? []
    left.splice(left.indexOf(categoryId), 1)
    const siblings = lists.get(parentId) ?? []
    const index = before === undefined ? 0 : siblings.indexOf(before) + 1
    siblings.splice(index, 0, categoryId)
    parents.set(categoryId, parentId)
    moves.push({ categoryId, parentId, index })
  }

  const arrange = (parentId: CategoryId | null, children: readonly Arrangement[]) => {
    const indexes = new Map((lists.get(parentId) ?? []).map((id, index) => [id, index]))
    const staying = longestIncreasing(children.flatMap(({ id }) => indexes.get(id) ?? []))
    for (const [at, { id }] of children.entries()) {
      const index = indexes.get(id)
      if (index === undefined || !staying.has(index)) move(id, parentId, children[at - 1]?.id)
    }
    for (const { id, children: below } of children) arrange(id, below)
  }
  arrange(null, wanted)
  return moves
}
