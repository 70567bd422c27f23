import type { Placed } from '#schemas/category-tree.ts'
import type { CategoryId } from '#schemas/ids.ts'

/** A category as the tree of its team knows it; `revision` is that of the newest event about it. */
export type Category = {
  id: CategoryId
  name: string
  slug: string
  revision: bigint
  children: readonly Category[]
}
type Categories = readonly Category[]

/** A category with its level from 1 and what stands above it, topmost first. */
export const categoryIn = (roots: Categories, id: CategoryId, above: Categories = []): Placed<Category> | undefined => {
  for (const node of roots) {
    const placed =
      node.id === id ? { node, level: above.length + 1, above } : categoryIn(node.children, id, [...above, node])
    if (placed) return placed
  }
  return undefined
}

/** A list with what comes of one category in it or below it; what is not on the way there stays the same object. */
const along = (roots: Categories, id: CategoryId, then: (list: Categories, at: number) => Categories): Categories => {
  for (const [at, category] of roots.entries()) {
    if (category.id === id) return then(roots, at)
    const children = along(category.children, id, then)
    if (children !== category.children) return roots.with(at, { ...category, children })
  }
  return roots
}

/** The tree with the category that has this id changed. */
export const changedIn = (roots: Categories, id: CategoryId, change: (category: Category) => Category): Categories =>
  along(roots, id, (list, at) => list.map((category, place) => (place === at ? change(category) : category)))

/** The tree without a category and what is below it. */
export const without = (roots: Categories, id: CategoryId): Categories =>
  along(roots, id, (list, at) => list.toSpliced(at, 1))

/** The tree with a category at a place: below its parent (null = at the top), as the index-th child. */
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
