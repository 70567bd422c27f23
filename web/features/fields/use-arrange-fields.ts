import { useMutation, useQueryClient } from '@tanstack/react-query'
import { arrangeFields, type Field } from '#schemas/resources/fields.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { fieldsQuery } from '#web/lib/own-fields.ts'

type Move = { before: readonly Field[]; after: readonly Field[]; name: string }

/** Puts the fields of a noun in another order, which shows at once, and offers to undo it. */
export const useArrangeFields = () => {
  const queries = useQueryClient()
  const save = async (fields: readonly Field[]) => {
    const [first] = fields
    if (!first) return
    await queries.cancelQueries({ queryKey: fieldsQuery.queryKey })
    queries.setQueryData<readonly Field[]>(fieldsQuery.queryKey, (all = []) => [
      ...all.filter(({ of }) => of !== first.of),
      ...fields,
    ])
    try {
      await callApi(arrangeFields, { body: { of: first.of, ids: fields.map(({ id }) => id) } })
    } finally {
      await queries.invalidateQueries({ queryKey: fieldsQuery.queryKey })
    }
  }
  const { mutate } = useMutation({
    // Moves run one after the other, because each sends the whole order.
    scope: { id: 'fields' },
    mutationFn: async ({ before, after, name }: Move) => {
      await save(after)
      void offerUndo({
        text: `${name} has been moved.`,
        undo: () => save(before),
        undone: `${name} is back in its place.`,
      })
    },
    onError: announceFailure,
  })
  return mutate
}
