import type { CategoryDetails } from '#schemas/details/category.ts'
import type { CategoryId } from '#schemas/ids.ts'
import type { Placed } from '#schemas/records/category-tree.ts'

/** A category in its team's tree; `revision` is that of the newest event about it. */
export type Category = CategoryDetails & {
  id: CategoryId
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
