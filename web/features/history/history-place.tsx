import { useAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { historyTargetAtom } from '#web/components/history-target.ts'
import { patient } from '#web/lib/patient.ts'

const HistoryDrawer = lazy(patient(() => import('#web/features/history/history-drawer.tsx')))

/** The place of the history drawer, which loads when it is first wanted. */
export const HistoryPlace = () => {
  const [{ target, opened }, setTarget] = useAtom(historyTargetAtom)
  if (!target) return null
  return (
    <Suspense>
      <HistoryDrawer target={target} opened={opened} onClose={() => setTarget({ target, opened: false })} />
    </Suspense>
  )
}
