import type { CategoryId } from '#schemas/ids.ts'

/** A tree by its ids alone. */
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

/** The longest run of places that only rises, not necessarily one after the other. */
const longestRising = (places: readonly number[]): Set<number> => {
  const best: number[][] = []
  for (const place of places) {
    let longest: number[] = []
    for (const run of best) if ((run.at(-1) ?? -1) < place && run.length > longest.length) longest = run
    best.push([...longest, place])
  }
  return new Set(best.reduce((longest, run) => (run.length > longest.length ? run : longest), []))
}

/**
 * The moves, to be made one after the other, that turn one tree into another one of the same ids: no category is
 * moved that can stay among its siblings, and none moves twice. Parents come before their children, so that nothing
 * is ever put below itself.
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
    const places = new Map((lists.get(parentId) ?? []).map((id, place) => [id, place]))
    const staying = longestRising(children.flatMap(({ id }) => places.get(id) ?? []))
    for (const [at, { id }] of children.entries()) {
      const place = places.get(id)
      if (place === undefined || !staying.has(place)) move(id, parentId, children[at - 1]?.id)
    }
    for (const { id, children: below } of children) arrange(id, below)
  }
  arrange(null, wanted)
  return moves
}
