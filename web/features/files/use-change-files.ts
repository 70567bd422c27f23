import { changeFiles, undoChange } from '#schemas/resources/bulk-changes.ts'
import { useBulkChange } from '#web/components/use-bulk-change.ts'
import { type ChosenFiles, countedFiles, type FilesChange } from '#web/features/files/chosen.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'
import { named } from '#web/lib/chosen.ts'

/**
 * Changes several files as one bulk change, tells how far it has come, and offers to undo it. `change` rejects when the
 * server refuses.
 */
export const useChangeFiles = () => {
  const { change, progress } = useBulkChange('files')
  return {
    progress,
    change: (chosen: ChosenFiles, wanted: FilesChange, done: string): Promise<void> =>
      change({
        total: chosen.count,
        send: (tell) => callWithProgress(changeFiles, { body: { ...named(chosen), change: wanted } }, tell),
        undo: (undo, tell) => callWithProgress(undoChange, { params: { undo } }, tell),
        said: ({ files }) => `${countedFiles(files)} ${files === 1 ? 'has' : 'have'} been ${done}.`,
      }),
  }
}
