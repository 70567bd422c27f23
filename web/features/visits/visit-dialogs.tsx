import { useAtomValue } from 'jotai'
import { lazy } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { dialogAtom } from '#web/features/visits/opened-dialog.ts'
import { patient } from '#web/lib/patient.ts'

export const loadVisitDialogs = patient(() => import('#web/features/visits/visit-dialog.tsx'))
const VisitDialog = lazy(loadVisitDialogs)

/** The place of the dialogs about visits, which load with the first one. */
export const VisitDialogs = ({ onDeleted }: { onDeleted?: () => void }) => {
  const { dialog } = useAtomValue(dialogAtom)
  if (!dialog) return null
  return (
    <DialogPlace about={dialog}>
      <VisitDialog {...(onDeleted ? { onDeleted } : {})} />
    </DialogPlace>
  )
}
