import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Progress } from '#schemas/progress.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { type Chosen, countedFiles, type FilesChange, named } from '#web/features/files/chosen.ts'
import { nothingSelected, selectionAtom } from '#web/features/files/selection.ts'
import { asOne, reload } from '#web/lib/affected.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'
import { changeFiles, undoChange } from '#web/lib/calls/bulk-changes.ts'

/**
 * Changes several files as one bulk change, tells how far it has come, and offers to undo it. `change` rejects when the
 * server refuses.
 */
export const useChangeFiles = () => {
  const queries = useQueryClient()
  const select = useSetAtom(selectionAtom)
  const [progress, setProgress] = useState<Progress>()

  const send = async (chosen: Chosen, change: FilesChange) => {
    try {
      const outcome = await callWithProgress(changeFiles, { body: { ...named(chosen), change } }, setProgress)
      select(nothingSelected)
      return outcome
    } finally {
      setProgress(undefined)
      // A refusal may be because the list is another one by now.
      await reload(queries, 'files')
    }
  }

  const change = async (chosen: Chosen, wanted: FilesChange, done: string): Promise<void> => {
    const { undo: id, files } = await asOne(queries, () => send(chosen, wanted))
    const undo = async (tell: (progress: Progress) => void) => {
      const { left } = await asOne(queries, async () => {
        const outcome = await callWithProgress(undoChange, { params: { undo: id } }, tell)
        await reload(queries, 'files')
        return outcome
      })
      const names = left.map(({ name }) => name).join(', ')
      return left.length > 0 ? `Undone. Changed again since, and left alone: ${names}.` : undefined
    }
    void offerUndo({ text: `${countedFiles(files)} ${files === 1 ? 'has' : 'have'} been ${done}.`, undo })
  }
  return { change, progress }
}
