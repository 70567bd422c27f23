import { inTreeOrder } from '#schemas/category-tree.ts'
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

export const categoryIn = (roots: Categories, id: CategoryId) => inTreeOrder(roots).find(({ node }) => node.id === id)

/** The tree with the category that has this id changed. */
export const changedIn = (roots: Categories, id: CategoryId, change: (category: Category) => Category): Categories =>
  roots.map((category) => {
    if (category.id === id) return change(category)
    const children = changedIn(category.children, id, change)
    return children.some((child, at) => child !== category.children[at]) ? { ...category, children } : category
  })

/** The tree without a category and what is below it. */
export const without = (roots: Categories, id: CategoryId): Categories =>
  roots
    .filter((category) => category.id !== id)
    .map((category) => {
      const children = without(category.children, id)
      const same =
        children.length === category.children.length && children.every((c, at) => c === category.children[at])
      return same ? category : { ...category, children }
    })

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
