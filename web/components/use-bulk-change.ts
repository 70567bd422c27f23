import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Progress } from '#schemas/calls/progress.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { asOne, reload } from '#web/lib/affected.ts'
import { nothingSelected, selectionAtom } from '#web/lib/selection.ts'

type Tell = (progress: Progress) => void
type Calls<Outcome> = {
  /** How many records are chosen. */
  total: number
  send: (tell: Tell) => Promise<Outcome>
  /** Takes the change back; `left` were changed again since. */
  undo: (id: string, tell: Tell) => Promise<{ left: readonly { name: string }[] }>
  /** The message of the change: '12 files have been dated.' */
  said: (outcome: Outcome) => string
}

/**
 * Changes several records as one bulk change, tells how far it has come, and offers to undo it. `change` rejects when the
 * server refuses.
 */
export const useBulkChange = (kind: 'files' | 'documents' | 'sites') => {
  const queries = useQueryClient()
  const select = useSetAtom(selectionAtom)
  const [progress, setProgress] = useState<Progress>()

  const change = async <Outcome extends { undo: string }>({ total, send, undo: takeBack, said }: Calls<Outcome>) => {
    const act = async () => {
      // Until the server tells how far it has come, which takes it a moment for many records.
      setProgress({ done: 0, total })
      try {
        const outcome = await send(setProgress)
        select(nothingSelected)
        return outcome
      } finally {
        setProgress(undefined)
        // A refusal may be because the list is another one by now.
        await reload(queries, kind)
      }
    }
    const outcome = await asOne(queries, act)
    const undo = async (tell: Tell) => {
      const { left } = await asOne(queries, async () => {
        const undone = await takeBack(outcome.undo, tell)
        await reload(queries, kind)
        return undone
      })
      const names = left.map(({ name }) => name).join(', ')
      return left.length > 0 ? `Undone. Changed again since, and left alone: ${names}.` : undefined
    }
    void offerUndo({ text: said(outcome), undo })
  }
  return { change, progress }
}
