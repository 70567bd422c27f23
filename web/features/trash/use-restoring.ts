import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Progress } from '#schemas/calls/progress.ts'
import { mostRestored } from '#schemas/records/trash.ts'
import { restoreSeveral, type TrashEntry } from '#schemas/resources/trash.ts'
import { counted } from '#schemas/text/counted.ts'
import { asOne, reloadAll } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'
import type { Refused } from '#web/lib/check-uploads.ts'
import { focusPage } from '#web/lib/focus-page.ts'

/** Restores entries, as many a call as one takes, the latest deletion first. */
const restoreEach = async (entries: readonly TrashEntry[], tell: (progress: Progress) => void) => {
  const restored: string[] = []
  const left: Refused[] = []
  let done = 0
  for (let at = 0; at < entries.length; at += mostRestored) {
    const ids = entries.slice(at, at + mostRestored).map(({ id }) => id)
    const later = entries.length - at - ids.length
    let records = ids.length
    const answer = await callWithProgress(restoreSeveral, { body: { ids } }, (now) => {
      records = now.total
      tell({ done: done + now.done, total: done + now.total + later })
    })
    done += records
    restored.push(...answer.restored.map(({ name }) => name))
    left.push(...answer.left.map(({ name, message }) => ({ name: name ?? 'An entry', message })))
  }
  return { restored, left }
}

/** Restores the entries that are found, tells how far that has come, and what stays; lists show it at once, at the end. */
export const useRestoring = () => {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const restoring = useMutation({
    mutationFn: (find: () => Promise<readonly TrashEntry[]>) =>
      asOne(queries, async () => {
        try {
          return await restoreEach(await find(), setProgress)
        } finally {
          setProgress(undefined)
          await reloadAll(queries)
        }
      }),
    onSuccess: ({ restored }) => {
      const [name, ...others] = restored
      const what = others.length > 0 ? counted(restored.length, 'entry has', 'entries have') : `${name} has`
      if (name !== undefined) void announce(`${what} been restored.`)
      // The pressed button is gone with what it restored.
      if (document.activeElement === document.body) focusPage()
    },
  })
  return { ...restoring, progress, left: restoring.data?.left ?? [] }
}
