import { useMutation, useQueryClient } from '@tanstack/react-query'
import { atom, useSetAtom } from 'jotai'
import type { CategoryId } from '#schemas/ids.ts'
import { arrangeCategories, type Category, listCategories } from '#schemas/resources/categories.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { type DropTarget, moved } from '#web/features/categories/arrange.ts'
import { asOne, reload } from '#web/lib/affected.ts'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'

export const treeQuery = oneQuery(listCategories)

export type Move = { id: CategoryId; name: string; target: DropTarget }

/** A move that was not saved, because others added or deleted categories meanwhile (D-28). */
export const refusedMoveAtom = atom<Move | null>(null)

const isStale = (error: unknown): boolean => error instanceof ApiProblem && error.status === 409

/**
 * Moves a category and saves the whole tree as an optimistic update. A move that the server refuses is reverted; one
 * that conflicts with somebody else's changes is kept, so that it can be retried on the current tree.
 */
export const useArrange = () => {
  const queries = useQueryClient()
  const setRefused = useSetAtom(refusedMoveAtom)
  const treeNow = (): Category[] => queries.getQueryData(treeQuery.queryKey) ?? []
  /** News that comes meanwhile is asked for at the end: an answer from before the move would show the former tree. */
  const save = (tree: Category[]) =>
    asOne(queries, async () => {
      await queries.cancelQueries({ queryKey: treeQuery.queryKey })
      queries.setQueryData(treeQuery.queryKey, tree)
      try {
        const { data } = await callApi(arrangeCategories, { body: { categories: tree } })
        queries.setQueryData(treeQuery.queryKey, data)
      } finally {
        await reload(queries, 'categories')
      }
    })

  const { mutate } = useMutation({
    // Moves run one after the other, because each sends the whole tree.
    scope: { id: 'category-tree' },
    mutationFn: async ({ id, name, target }: Move) => {
      const before = treeNow()
      const after = moved(before, id, target)
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
      else void announceFailure(error)
    },
  })
  return mutate
}
