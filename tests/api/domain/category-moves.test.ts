import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Arrangement, type Category, movesBetween } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import type { CategoryId } from '#schemas/ids.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newCategoryId, newTeamId } from '#tests/support/new-ids.ts'

type Node = { id: CategoryId; children: Node[] }
const ids = Array.from({ length: 12 }, newCategoryId)
const teamId = newTeamId()

/** Trees of the same ids, at most four levels deep: each id goes below one of those before it, or to the top. */
const trees = fc
  .record({
    order: fc.shuffledSubarray(ids, { minLength: ids.length }),
    parents: fc.array(fc.nat(), { minLength: ids.length, maxLength: ids.length }),
  })
  .map(({ order, parents }) => {
    const roots: Node[] = []
    const placed: { node: Node; level: number }[] = []
    order.forEach((id, at) => {
      const node = { id, children: [] }
      const possible = placed.filter(({ level }) => level < 4)
      const parent = possible[(parents[at] ?? 0) % (possible.length + 1)]
      ;(parent?.node.children ?? roots).push(node)
      placed.push({ node, level: (parent?.level ?? 0) + 1 })
    })
    return roots
  })

const outline = (nodes: readonly Arrangement[]): unknown[] => nodes.map(({ id, children }) => [id, outline(children)])

/** The same ids as categories of a tree that was built by adding each. */
const grown = (roots: readonly Node[]) => {
  const events = inTreeOrder(roots).map(({ node, above }) => {
    const parent = above.at(-1)
    const index = (parent?.children ?? roots).findIndex(({ id }) => id === node.id)
    const data = {
      teamId,
      categoryId: node.id,
      parentId: parent?.id ?? null,
      index,
      ...detailsOf.category({ name: 'A', slug: node.id }),
    }
    return { type: 'CategoryAdded', data } as const
  })
  // Children are added in order, so each index is the end of its list.
  return events.reduce(categoryTreeDecider.evolve, categoryTreeDecider.initialState)
}

test('any tree becomes any other of the same categories, each moved at most once', () => {
  fc.assert(
    fc.property(trees, trees, (now, wanted) => {
      const moves = movesBetween(now, wanted)

      const after = moves
        .map((move) => ({ type: 'CategoryMoved', data: { teamId, ...move } }) as const)
        .reduce(categoryTreeDecider.evolve, grown(now))
      expect(outline(after.roots satisfies readonly Category[])).toEqual(outline(wanted))
      expect(new Set(moves.map(({ categoryId }) => categoryId)).size).toBe(moves.length)
    }),
  )
})

test('one category that was dragged is one move, wherever it came from and went to', () => {
  fc.assert(
    fc.property(trees, fc.nat(), fc.nat(), (now, which, where) => {
      const everyone = inTreeOrder(now)
      const dragged = everyone[which % everyone.length]?.node
      const lifted = (nodes: readonly Node[]): Node[] =>
        nodes.filter((node) => node !== dragged).map(({ id, children }) => ({ id, children: lifted(children) }))
      const wanted = lifted(now)
      const lists = [wanted, ...inTreeOrder(wanted).map(({ node }) => node.children)]
      const list = lists[where % lists.length]
      if (dragged) list?.splice(where % (list.length + 1), 0, dragged)

      expect(movesBetween(now, wanted).length).toBeLessThanOrEqual(1)
    }),
  )
})

test('a tree that stays as it is needs no move', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      expect(movesBetween(tree, tree)).toEqual([])
    }),
  )
})
