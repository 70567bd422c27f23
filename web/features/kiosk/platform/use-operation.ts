import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listOperations } from '#schemas/resources/operations.ts'
import { announceFailure } from '#web/lib/announce.ts'
import { listQuery } from '#web/lib/queries.ts'

/** The history of what operators did, however it is narrowed. */
const history = listQuery(listOperations).queryKey

/**
 * An operator's action, after which what is shown is asked for again, also where it was refused; the history, where it is
 * shown, follows by itself.
 */
export const useOperation = <Input = void>(shown: readonly unknown[], act: (input: Input) => Promise<unknown>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onError: announceFailure,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: history })
      return queries.invalidateQueries({ queryKey: shown })
    },
  })
}
