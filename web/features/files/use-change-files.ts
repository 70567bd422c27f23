import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import type { CallOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/bulk-changes.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { nothingSelected, selectionAtom } from '#web/features/files/selection.ts'
import { asOne, reload } from '#web/lib/affected.ts'
import { callApi } from '#web/lib/api.ts'
import { changeFiles, undoChange } from '#web/lib/calls/bulk-changes.ts'
import { counted } from '#web/lib/counted.ts'

/** A bulk change of several files. */
export type FilesChange = NonNullable<CallOf<typeof contracts.changeFiles>['body']>['change']

/** The number of files with its noun: '1 file', '12 files'. */
export const countedFiles = (files: readonly SiteFile[]): string => counted(files.length, 'file', 'files')

/** Changes several files as one bulk change, and offers to undo it. Rejects when the server refuses. */
export const useChangeFiles = () => {
  const queries = useQueryClient()
  const select = useSetAtom(selectionAtom)
  return async (files: readonly SiteFile[], change: FilesChange, done: string): Promise<void> => {
    const { data } = await asOne(queries, async () => {
      const done = await callApi(changeFiles, { body: { ids: files.map(({ id }) => id), change } })
      select(nothingSelected)
      await reload(queries, 'files')
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
    void offerUndo({ text: `${countedFiles(files)} ${files.length === 1 ? 'has' : 'have'} been ${done}.`, undo })
  }
}
