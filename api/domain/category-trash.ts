import { inTreeOrder, mostLevels, slugBeside } from '#schemas/category-tree.ts'
import type { CategoryTreeEvent } from '#schemas/events/category.ts'
import { foldedText } from '#schemas/folded-text.ts'
import type { CategoryId, TrashId } from '#schemas/ids.ts'
import { type Category, categoryIn, putIn } from './category-branches.ts'

/** A category that was deleted with everything below it, and the one that it was below. */
export type DeletedBranch = { trashId: TrashId; root: Category; parentId: CategoryId | null }

type Restored = Extract<CategoryTreeEvent, { type: 'CategoryRestored' }>['data']
type Restoration = Pick<Restored, 'categoryId' | 'parentId' | 'index' | 'slugs'>

/** The children that a branch comes back to: those of its old parent, or the top where that is gone or too deep now. */
const homeOf = (roots: readonly Category[], { root, parentId }: DeletedBranch) => {
  const parent = parentId === null ? undefined : categoryIn(roots, parentId)
  const height = Math.max(...inTreeOrder([root]).map(({ level }) => level))
  if (!parent || parent.level + height > mostLevels) return { parentId: null, siblings: roots }
  return { parentId: parent.node.id, siblings: parent.node.children }
}

/** New slugs for those of the branch whose own is another category's by now (D-48). */
const newSlugs = (roots: readonly Category[], root: Category): Record<CategoryId, string> => {
  const taken = new Set(inTreeOrder(roots).map(({ node }) => foldedText(node.slug)))
  const branch = inTreeOrder([root]).map(({ node }) => node)
  const own = new Set(branch.map(({ slug }) => foldedText(slug)))
  const slugs: Record<CategoryId, string> = {}
  for (const { id, slug } of branch.filter((each) => taken.has(foldedText(each.slug)))) {
    const free = slugBeside(slug, (wanted) => taken.has(foldedText(wanted)) || own.has(foldedText(wanted)))
    taken.add(foldedText(free))
    slugs[id] = free
  }
  return slugs
}

/** Where a branch comes back: as the last child of its old parent, or of the top (D-10). */
export const restorationOf = (roots: readonly Category[], branch: DeletedBranch): Restoration => {
  const { parentId, siblings } = homeOf(roots, branch)
  return { categoryId: branch.root.id, parentId, index: siblings.length, slugs: newSlugs(roots, branch.root) }
}

const reslugged = (category: Category, slugs: Restored['slugs'], revision: bigint): Category => {
  const slug = slugs[category.id]
  const children = category.children.map((child) => reslugged(child, slugs, revision))
  return slug === undefined ? { ...category, children } : { ...category, slug, revision, children }
}

/** The tree with a branch back in it. */
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
