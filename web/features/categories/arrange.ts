import type { CategoryId } from '#schemas/ids.ts'
import { inTreeOrder, maxLevels } from '#schemas/records/category-tree.ts'
import type { Category } from '#schemas/resources/categories.ts'

/** A position in the tree: the parent, null for the top level, and the next sibling, null for the end. */
export type DropTarget = { parentId: CategoryId | null; beforeId: CategoryId | null }

type Tree = readonly Category[]

const without = (tree: Tree, id: CategoryId): Category[] =>
  tree.filter((node) => node.id !== id).map((node) => ({ ...node, children: without(node.children, id) }))

const insertedInto = (list: Category[], node: Category, beforeId: CategoryId | null): Category[] => {
  const at = list.findIndex(({ id }) => id === beforeId)
  return list.toSpliced(at < 0 ? list.length : at, 0, node)
}

/** The category with its subtree, or undefined when the tree does not contain it. */
export const branchOf = (tree: Tree, id: CategoryId | null): Category | undefined =>
  inTreeOrder(tree).find(({ node }) => node.id === id)?.node

/** The number of levels of a branch, itself included. */
const levelsOf = (branch: Category): number => Math.max(...inTreeOrder([branch]).map(({ level }) => level))

/** Whether a branch fits below a parent, null for the top level: at most four levels, and not below itself (D-47). */
export const fitsBelow = (tree: Tree, branch: Category, parentId: CategoryId | null): boolean => {
  if (parentId === null) return levelsOf(branch) <= maxLevels
  if (inTreeOrder([branch]).some(({ node }) => node.id === parentId)) return false
  const parent = inTreeOrder(tree).find(({ node }) => node.id === parentId)
  return parent !== undefined && parent.level + levelsOf(branch) <= maxLevels
}

/**
 * The tree after a move; undefined when the category or its new parent no longer exists, or the branch does not fit.
 */
export const moved = (tree: Tree, id: CategoryId, { parentId, beforeId }: DropTarget): Category[] | undefined => {
  const branch = branchOf(tree, id)
  if (!branch || !fitsBelow(tree, branch, parentId)) return undefined
  const node = { ...branch, parent_id: parentId }
  const rest = without(tree, id)
  if (parentId === null) return insertedInto(rest, node, beforeId)
  const insertIn = (nodes: Tree): Category[] =>
    nodes.map((each) => ({
      ...each,
      children: each.id === parentId ? insertedInto(each.children, node, beforeId) : insertIn(each.children),
    }))
  return insertIn(rest)
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The part of a tree that a search leaves: categories whose path contains every word, with their ancestors (D-41). */
export const found = (tree: Tree, text: string): Category[] => {
  const words = folded(text).split(/\s+/).filter(Boolean)
  const pruned = (nodes: Tree, above: string): Category[] =>
    nodes.flatMap((node) => {
      const path = `${above} / ${folded(node.name)}`
      const children = pruned(node.children, path)
      return children.length > 0 || words.every((word) => path.includes(word)) ? [{ ...node, children }] : []
    })
  return pruned(tree, '')
}
