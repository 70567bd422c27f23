import { useAtom } from 'jotai'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { historyTargetAtom } from '#web/components/history-target.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const HistoryDrawer = lazy(retryingImport(() => import('#web/features/history/history-drawer.tsx')))

/** Renders the history drawer, which loads when it first opens. */
export const HistoryOutlet = () => {
  const [{ target, opened }, setTarget] = useAtom(historyTargetAtom)
  if (!target) return null
  return (
    <DialogOutlet about={target}>
      <HistoryDrawer target={target} opened={opened} onClose={() => setTarget({ target, opened: false })} />
    </DialogOutlet>
  )
}
