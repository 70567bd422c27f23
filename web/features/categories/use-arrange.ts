import { useMutation, useQueryClient } from '@tanstack/react-query'
import { atom, useSetAtom } from 'jotai'
import type { CategoryId } from '#schemas/ids.ts'
import { arrangeCategories, type Category, listCategories } from '#schemas/resources/categories.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { moved, type Place } from '#web/features/categories/arrange.ts'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { ask } from '#web/lib/api.ts'
import { ApiProblem, messageOf } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'

export const treeQuery = oneQuery(listCategories)

export type Move = { id: CategoryId; name: string; place: Place }

/** A move that was not saved, because others had added or deleted categories meanwhile (D-28). */
export const refusedMoveAtom = atom<Move | null>(null)

const isStale = (error: unknown): boolean => error instanceof ApiProblem && error.status === 409

/**
 * Moves a category and saves the whole tree (CAT-08). The tree shows the move at once; one that is refused goes back
 * visibly, and one that met somebody else's changes is kept, to be made again in the tree as it is now.
 */
export const useArrange = () => {
  const queries = useQueryClient()
  const setRefused = useSetAtom(refusedMoveAtom)
  const treeNow = (): Category[] => queries.getQueryData(treeQuery.queryKey) ?? []
  const save = async (tree: Category[]) => {
    queries.setQueryData(treeQuery.queryKey, tree)
    try {
      const { data } = await ask(arrangeCategories, { body: { categories: tree } })
      queries.setQueryData(treeQuery.queryKey, data)
    } finally {
      await reload(queries, 'categories')
    }
  }

  const { mutate } = useMutation({
    // One after the other: each sends the whole tree.
    scope: { id: 'category-tree' },
    mutationFn: async ({ id, name, place }: Move) => {
      await queries.cancelQueries({ queryKey: treeQuery.queryKey })
      const before = treeNow()
      const after = moved(before, id, place)
      if (!after) throw new ApiProblem(409, '')
      await save(after)
      void offerUndo({
        text: `${name} has been moved.`,
        undo: () => save(before),
        undone: `${name} is back in its place.`,
      })
    },
    onMutate: () => setRefused(null),
    onError: (error, move) => {
      if (isStale(error)) setRefused(move)
      else void announce(messageOf(error), 'failure')
    },
  })
  return mutate
}
