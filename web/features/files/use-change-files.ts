import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { type Chosen, countedFiles, type FilesChange, named } from '#web/features/files/chosen.ts'
import { nothingSelected, selectionAtom } from '#web/features/files/selection.ts'
import { asOne, reload } from '#web/lib/affected.ts'
import { callApi } from '#web/lib/api.ts'
import { changeFiles, undoChange } from '#web/lib/calls/bulk-changes.ts'

/** Changes several files as one bulk change, and offers to undo it. Rejects when the server refuses. */
export const useChangeFiles = () => {
  const queries = useQueryClient()
  const select = useSetAtom(selectionAtom)
  return async (chosen: Chosen, change: FilesChange, done: string): Promise<void> => {
    const { data } = await asOne(queries, async () => {
      // A refusal may be because the list is another one by now.
      const done = await callApi(changeFiles, { body: { ...named(chosen), change } }).finally(() =>
        reload(queries, 'files'),
      )
      select(nothingSelected)
      return done
    })
    const undo = async () => {
      const { left } = await asOne(queries, async () => {
        const done = await callApi(undoChange, { params: { undo: data.undo } })
        await reload(queries, 'files')
        return done.data
      })
      const names = left.map(({ name }) => name).join(', ')
      return left.length > 0 ? `Undone. Changed again since, and left alone: ${names}.` : undefined
    }
    void offerUndo({ text: `${countedFiles(data.files)} ${data.files === 1 ? 'has' : 'have'} been ${done}.`, undo })
  }
}
