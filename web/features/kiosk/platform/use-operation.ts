import { useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'

/** An operator's action, after which what is shown is asked for again, also where it was refused. */
export const useOperation = <Input = void>(shown: readonly unknown[], act: (input: Input) => Promise<unknown>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onError: (error) => announce(messageOf(error), 'failure'),
    onSettled: () => queries.invalidateQueries({ queryKey: shown }),
  })
}
