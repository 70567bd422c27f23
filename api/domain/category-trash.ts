import type { CategoryTreeEvent } from '#schemas/events/category.ts'
import type { CategoryId, TrashId } from '#schemas/ids.ts'
import { inTreeOrder, maxLevels, uniqueSlug } from '#schemas/records/category-tree.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import { type Category, categoryIn, putIn } from './category-branches.ts'

/** A category that was deleted with its descendants, and its former parent. */
export type DeletedBranch = { trashId: TrashId; root: Category; parentId: CategoryId | null }

type Restored = Extract<CategoryTreeEvent, { type: 'CategoryRestored' }>['data']
type Restoration = Pick<Restored, 'categoryId' | 'parentId' | 'index' | 'slugs'>

/**
 * The siblings that a restored branch joins: the children of its former parent, or the top level if that parent is gone
 * or now lies too deep.
 */
const homeOf = (roots: readonly Category[], { root, parentId }: DeletedBranch) => {
  const parent = parentId === null ? undefined : categoryIn(roots, parentId)
  const height = Math.max(...inTreeOrder([root]).map(({ level }) => level))
  if (!parent || parent.level + height > maxLevels) return { parentId: null, siblings: roots }
  return { parentId: parent.node.id, siblings: parent.node.children }
}

/** New slugs for the categories of a branch whose own slug another category has taken meanwhile (D-48). */
const newSlugs = (roots: readonly Category[], root: Category): Record<CategoryId, string> => {
  const taken = new Set(inTreeOrder(roots).map(({ node }) => foldedText(node.slug)))
  const branch = inTreeOrder([root]).map(({ node }) => node)
  const own = new Set(branch.map(({ slug }) => foldedText(slug)))
  const slugs: Record<CategoryId, string> = {}
  for (const { id, slug } of branch.filter((each) => taken.has(foldedText(each.slug)))) {
    const free = uniqueSlug(slug, (wanted) => taken.has(foldedText(wanted)) || own.has(foldedText(wanted)))
    taken.add(foldedText(free))
    slugs[id] = free
  }
  return slugs
}

/** Where a branch is restored: as the last child of its former parent or of the top level (D-10). */
export const restorationOf = (roots: readonly Category[], branch: DeletedBranch): Restoration => {
  const { parentId, siblings } = homeOf(roots, branch)
  return { categoryId: branch.root.id, parentId, index: siblings.length, slugs: newSlugs(roots, branch.root) }
}

const reslugged = (category: Category, slugs: Restored['slugs'], revision: bigint): Category => {
  const slug = slugs[category.id]
  const children = category.children.map((child) => reslugged(child, slugs, revision))
  return slug === undefined ? { ...category, children } : { ...category, slug, revision, children }
}

/** The tree after a branch was restored. */
export const branchRestored = (
  roots: readonly Category[],
  trash: readonly DeletedBranch[],
  restored: Restored,
  revision: bigint,
): readonly Category[] => {
  const branch = trash.find(({ trashId }) => trashId === restored.trashId)
  if (!branch) return roots
  return putIn(roots, { ...reslugged(branch.root, restored.slugs, revision), revision }, restored)
}
