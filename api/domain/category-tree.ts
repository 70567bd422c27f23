import { type CategoryDetails, categoryDetails } from '#schemas/details/category.ts'
import type { CategoryTreeEvent } from '#schemas/events/category.ts'
import type { CategoryId, TeamId, TrashId } from '#schemas/ids.ts'
import { freeSlug, inTreeOrder, maxCategories, maxLevels } from '#schemas/records/category-tree.ts'
import type { Requirement } from '#schemas/records/requirement.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import {
  type Arrangement,
  type Category,
  categoryIn,
  changedIn,
  movesBetween,
  putIn,
  without,
} from './category-branches.ts'
import { branchRestored, type DeletedBranch, restorationOf } from './category-trash.ts'
import { changedDetails, type Decider, inTurn } from './decider.ts'
import { RuleBroken } from './rule.ts'

/**
 * All categories of a team. `events` counts the events of the stream, which holds nothing else, so it gives the
 * revision of the newest one. `deleted` are all ids that were ever deleted; `trash` is what can be restored.
 */
export type CategoryTree = {
  roots: readonly Category[]
  events: bigint
  deleted: readonly CategoryId[]
  trash: readonly DeletedBranch[]
}

type NewCategory = { categoryId: CategoryId; parentId: CategoryId | null } & Omit<CategoryDetails, 'slug'>

export type CategoryTreeCommand = { teamId: TeamId } & (
  | ({ type: 'AddCategory' } & NewCategory)
  | ({ type: 'UpdateCategory'; categoryId: CategoryId } & Partial<CategoryDetails>)
  | { type: 'DeleteCategory'; categoryId: CategoryId; trashId: TrashId }
  | { type: 'AddCategories'; categories: readonly (NewCategory & { requirement: Requirement | null })[] }
  | { type: 'DeleteCategories'; categories: readonly { categoryId: CategoryId; trashId: TrashId }[] }
  | { type: 'RestoreCategory' | 'PurgeCategory'; trashId: TrashId }
  | { type: 'ArrangeCategories'; wanted: readonly Arrangement[] }
  /** Null: the category is required of no site any more. */
  | { type: 'RequireCategory'; categoryId: CategoryId; requirement: Requirement | null }
)
type CommandNamed<Type extends CategoryTreeCommand['type']> = Extract<CategoryTreeCommand, { type: Type }>
type OnTrash = { teamId: TeamId; trashId: TrashId }

const initialState: CategoryTree = { roots: [], events: 0n, deleted: [], trash: [] }

const rootsAfter = (
  { roots, trash, events: revision }: CategoryTree,
  event: CategoryTreeEvent,
): readonly Category[] => {
  switch (event.type) {
    case 'CategoryAdded': {
      const { categoryId: id } = event.data
      const details = categoryDetails.of(event.data)
      return putIn(roots, { id, ...details, requirement: null, revision, children: [] }, event.data)
    }
    case 'CategoryUpdated': {
      const details = categoryDetails.of(event.data)
      return changedIn(roots, event.data.categoryId, (category) => ({ ...category, ...details, revision }))
    }
    case 'CategoryMoved': {
      const found = categoryIn(roots, event.data.categoryId)
      return found ? putIn(without(roots, found.node.id), { ...found.node, revision }, event.data) : roots
    }
    case 'CategoryDeleted':
      return without(roots, event.data.categoryId)
    case 'CategoryRestored':
      return branchRestored(roots, trash, event.data, revision)
    case 'CategoryRequired':
    case 'CategoryRequirementRemoved': {
      const requirement = event.type === 'CategoryRequired' ? event.data.requirement : null
      return changedIn(roots, event.data.categoryId, (category) => ({ ...category, requirement, revision }))
    }
    case 'CategoryPurged':
      return roots
    default:
      event satisfies never
      return roots
  }
}

const trashAfter = ({ roots, trash }: CategoryTree, event: CategoryTreeEvent): readonly DeletedBranch[] => {
  switch (event.type) {
    case 'CategoryDeleted': {
      const branch = categoryIn(roots, event.data.categoryId)
      if (!branch) return trash
      return [...trash, { trashId: event.data.trashId, root: branch.node, parentId: branch.above.at(-1)?.id ?? null }]
    }
    case 'CategoryRestored':
    case 'CategoryPurged':
      return trash.filter(({ trashId }) => trashId !== event.data.trashId)
    default:
      return trash
  }
}

const evolve = (tree: CategoryTree, event: CategoryTreeEvent): CategoryTree => ({
  roots: rootsAfter(tree, event),
  events: tree.events + 1n,
  deleted: event.type === 'CategoryDeleted' ? [...tree.deleted, ...event.data.categoryIds] : tree.deleted,
  trash: trashAfter(tree, event),
})

const found = (tree: CategoryTree, id: CategoryId) => {
  const placed = categoryIn(tree.roots, id)
  if (!placed) throw new RuleBroken('category-not-found')
  return placed
}

/** Tests whether a category other than this one has a slug; case is ignored. */
const isSlugTaken = ({ roots }: CategoryTree, but: CategoryId) => {
  const siblings = inTreeOrder(roots).filter(({ node }) => node.id !== but)
  const taken = new Set(siblings.map(({ node }) => foldedText(node.slug)))
  return (slug: string) => taken.has(foldedText(slug))
}

/** The siblings of a new category. Throws if a category cannot have this parent (D-47). */
const siblingsBelow = ({ roots }: CategoryTree, parentId: CategoryId | null): readonly Category[] => {
  if (parentId === null) return roots
  const parent = categoryIn(roots, parentId)
  if (!parent) throw new RuleBroken('parent-category-not-found')
  if (parent.level >= maxLevels) throw new RuleBroken('parent-category-too-deep')
  return parent.node.children
}

const add = (tree: CategoryTree, command: CommandNamed<'AddCategory'>): CategoryTreeEvent[] => {
  const { type: _, ...data } = command
  const { categoryId, name, parentId } = data
  if (categoryIn(tree.roots, categoryId) || tree.deleted.includes(categoryId)) throw new RuleBroken('id-taken')
  const index = siblingsBelow(tree, parentId).length
  if (inTreeOrder(tree.roots).length >= maxCategories) throw new RuleBroken('too-many-categories')
  const slug = freeSlug(name, isSlugTaken(tree, categoryId))
  return [{ type: 'CategoryAdded', data: { ...data, index, slug } }]
}

const update = (tree: CategoryTree, command: CommandNamed<'UpdateCategory'>): CategoryTreeEvent[] => {
  const { teamId, categoryId } = command
  const details = changedDetails<CategoryDetails>(categoryDetails, found(tree, categoryId).node, command)
  if (!details) return []
  if (isSlugTaken(tree, categoryId)(details.slug)) throw new RuleBroken('category-slug-taken')
  return [{ type: 'CategoryUpdated', data: { teamId, categoryId, ...details } }]
}

const require = (tree: CategoryTree, command: CommandNamed<'RequireCategory'>): CategoryTreeEvent[] => {
  const { teamId, categoryId, requirement } = command
  const present = found(tree, categoryId).node.requirement
  if (JSON.stringify(present) === JSON.stringify(requirement)) return []
  return requirement
    ? [{ type: 'CategoryRequired', data: { teamId, categoryId, requirement } }]
    : [{ type: 'CategoryRequirementRemoved', data: { teamId, categoryId } }]
}

const remove = (tree: CategoryTree, command: CommandNamed<'DeleteCategory'>): CategoryTreeEvent[] => {
  const { teamId, categoryId, trashId } = command
  const categoryIds = inTreeOrder([found(tree, categoryId).node]).map(({ node }) => node.id)
  return [{ type: 'CategoryDeleted', data: { teamId, categoryId, trashId, categoryIds } }]
}

const inTrash = ({ trash }: CategoryTree, wanted: TrashId): DeletedBranch => {
  const branch = trash.find(({ trashId }) => trashId === wanted)
  if (!branch) throw new RuleBroken('trash-not-found')
  return branch
}

const restore = (tree: CategoryTree, { teamId, trashId }: OnTrash): CategoryTreeEvent[] => {
  const branch = inTrash(tree, trashId)
  const count = inTreeOrder(tree.roots).length + inTreeOrder([branch.root]).length
  if (count > maxCategories) throw new RuleBroken('too-many-categories')
  return [{ type: 'CategoryRestored', data: { teamId, trashId, ...restorationOf(tree.roots, branch) } }]
}

const purge = (tree: CategoryTree, { teamId, trashId }: OnTrash): CategoryTreeEvent[] => {
  const { root } = inTrash(tree, trashId)
  return [{ type: 'CategoryPurged', data: { teamId, categoryId: root.id, trashId } }]
}

/** Changes parents and order only (D-28): the wanted tree must hold each existing category exactly once. */
const arrange = ({ roots }: CategoryTree, { teamId, wanted }: CommandNamed<'ArrangeCategories'>) => {
  const placed = inTreeOrder(wanted)
  const there = inTreeOrder(roots)
  const sent = new Set(placed.map(({ node }) => node.id))
  const sameSet = placed.length === there.length && there.every(({ node }) => sent.has(node.id))
  if (!sameSet) throw new RuleBroken('categories-stale')
  if (placed.some(({ level }) => level > maxLevels)) throw new RuleBroken('categories-too-deep')
  return movesBetween(roots, wanted).map((move) => ({ type: 'CategoryMoved', data: { teamId, ...move } }) as const)
}

const decide = (tree: CategoryTree, command: CategoryTreeCommand): CategoryTreeEvent[] => {
  const { teamId } = command
  switch (command.type) {
    case 'AddCategory':
      return add(tree, command)
    case 'AddCategories':
      return inTurn(tree, evolve, command.categories, (now, { requirement, ...each }) => {
        const added = add(now, { ...each, type: 'AddCategory', teamId })
        const { categoryId } = each
        return requirement ? [...added, { type: 'CategoryRequired', data: { teamId, categoryId, requirement } }] : added
      })
    case 'DeleteCategories':
      return inTurn(tree, evolve, command.categories, (now, each) =>
        remove(now, { ...each, type: 'DeleteCategory', teamId }),
      )
    case 'UpdateCategory':
      return update(tree, command)
    case 'DeleteCategory':
      return remove(tree, command)
    case 'RestoreCategory':
      return restore(tree, command)
    case 'PurgeCategory':
      return purge(tree, command)
    case 'ArrangeCategories':
      return arrange(tree, command)
    case 'RequireCategory':
      return require(tree, command)
    default:
      command satisfies never
      return []
  }
}

export const categoryTreeDecider: Decider<CategoryTree, CategoryTreeCommand, CategoryTreeEvent> = {
  initialState,
  evolve,
  decide,
}
