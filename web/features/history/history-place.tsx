import { useAtom } from 'jotai'
import { lazy } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { historyTargetAtom } from '#web/components/history-target.ts'
import { patient } from '#web/lib/patient.ts'

const HistoryDrawer = lazy(patient(() => import('#web/features/history/history-drawer.tsx')))

/** The place of the history drawer, which loads when it is first wanted. */
export const HistoryPlace = () => {
  const [{ target, opened }, setTarget] = useAtom(historyTargetAtom)
  if (!target) return null
  return (
    <DialogPlace about={target}>
      <HistoryDrawer target={target} opened={opened} onClose={() => setTarget({ target, opened: false })} />
    </DialogPlace>
  )
}
