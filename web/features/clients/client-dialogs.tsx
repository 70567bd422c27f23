import { useAtomValue } from 'jotai'
import { lazy } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { dialogAtom } from '#web/features/clients/opened-dialog.ts'
import { patient } from '#web/lib/patient.ts'

export const loadClientDialogs = patient(() => import('#web/features/clients/client-dialog.tsx'))
const ClientDialog = lazy(loadClientDialogs)

/** The place of the dialogs about clients, which load with the first one. */
export const ClientDialogs = ({ onDeleted }: { onDeleted?: () => void }) => {
  const { dialog } = useAtomValue(dialogAtom)
  if (!dialog) return null
  return (
    <DialogPlace about={dialog}>
      <ClientDialog {...(onDeleted ? { onDeleted } : {})} />
    </DialogPlace>
  )
}
