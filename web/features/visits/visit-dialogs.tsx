import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { dialogAtom } from '#web/features/visits/opened-dialog.ts'
import { patient } from '#web/lib/patient.ts'

export const loadVisitDialogs = patient(() => import('#web/features/visits/visit-dialog.tsx'))
const VisitDialog = lazy(loadVisitDialogs)

/** The place of the dialogs about visits, which load with the first one. */
export const VisitDialogs = ({ onDeleted }: { onDeleted?: () => void }) => {
  const { dialog } = useAtomValue(dialogAtom)
  if (!dialog) return null
  return (
    <Suspense>
      <VisitDialog {...(onDeleted ? { onDeleted } : {})} />
    </Suspense>
  )
}
