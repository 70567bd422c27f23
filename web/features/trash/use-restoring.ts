import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Progress } from '#schemas/calls/progress.ts'
import type { TrashId } from '#schemas/ids.ts'
import { mostRestored } from '#schemas/records/trash.ts'
import { restoreSeveral } from '#schemas/resources/trash.ts'
import { asOne, reloadAll } from '#web/lib/affected.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'
import { focusPage } from '#web/lib/focus-page.ts'

type Tell = (progress: Progress) => void

/** Restores something of the trash and tells how far that has come; lists show it at once, at the end. */
export const useRestoring = <Asked, Outcome>(
  send: (asked: Asked, tell: Tell) => Promise<Outcome>,
  onDone: (outcome: Outcome) => unknown,
) => {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const restoring = useMutation({
    mutationFn: (asked: Asked) =>
      asOne(queries, async () => {
        try {
          return await send(asked, setProgress)
        } finally {
          setProgress(undefined)
          await reloadAll(queries)
        }
      }),
    onSuccess: (outcome) => {
      onDone(outcome)
      // The pressed button is gone with what it restored.
      if (document.activeElement === document.body) focusPage()
    },
  })
  return { ...restoring, progress }
}

/** Restores entries, as many a call as one takes, the latest deletion first. */
export const restoreEach = async (ids: readonly TrashId[], tell: Tell) => {
  let restored = 0
  const left: { name: string; message: string }[] = []
  let done = 0
  for (let at = 0; at < ids.length; at += mostRestored) {
    const some = ids.slice(at, at + mostRestored)
    const later = ids.length - at - some.length
    let records = some.length
    const answer = await callWithProgress(restoreSeveral, { body: { ids: some } }, (now) => {
      records = now.total
      tell({ done: done + now.done, total: done + now.total + later })
    })
    done += records
    restored += answer.restored.length
    left.push(...answer.left.map(({ name, message }) => ({ name: name ?? 'An entry', message })))
  }
  return { restored, left }
}
