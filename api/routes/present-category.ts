import { type Category as Branch, categoryIn } from '#api/domain/category-branches.ts'
import type { CategoryTree } from '#api/domain/category-tree.ts'
import type { CategoryId } from '#schemas/ids.ts'
import type { Category } from '#schemas/resources/categories.ts'
import { orNotFound } from './owned.ts'

const present = ({ id, name, slug, revision, children }: Branch, parentId: CategoryId | null): Category => ({
  id,
  name,
  slug,
  parent_id: parentId,
  children: children.map((child) => present(child, id)),
  revision: String(revision),
})

/** The tree as it is answered after a command, which the log tells before the read model does. */
export const presentCategories = (roots: CategoryTree['roots']): Category[] => roots.map((root) => present(root, null))

/** One category of the tree with everything below it; 404 where there is none. */
export const presentCategory = ({ roots }: CategoryTree, id: CategoryId): Category => {
  const { node, above } = orNotFound(categoryIn(roots, id))
  return present(node, above.at(-1)?.id ?? null)
}
