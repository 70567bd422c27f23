import type { CategoryId } from '#schemas/ids.ts'

/** A category tree reduced to its ids. */
export type Arrangement = { id: CategoryId; children: readonly Arrangement[] }

export type Move = { categoryId: CategoryId; parentId: CategoryId | null; index: number }

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
