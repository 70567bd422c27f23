import { type Category as Branch, categoryIn } from '#api/domain/category-branches.ts'
import type { CategoryTree } from '#api/domain/category-tree.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { CategoryId } from '#schemas/ids.ts'
import type { Category } from '#schemas/resources/categories.ts'

const present = ({ revision, children, ...details }: Branch, parentId: CategoryId | null): Category => ({
  ...details,
  parent_id: parentId,
  children: children.map((child) => present(child, details.id)),
  revision: String(revision),
})

/** Presents a category tree that was loaded from the log. */
export const presentCategories = (roots: CategoryTree['roots']): Category[] => roots.map((root) => present(root, null))

/** Presents one category of that tree with its descendants, as its command wrote it. */
export const presentCategory = ({ roots }: CategoryTree, id: CategoryId): Category => {
  const { node, above } = orNotFound(categoryIn(roots, id))
  return present(node, above.at(-1)?.id ?? null)
}
