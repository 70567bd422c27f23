import { useAtomValue } from 'jotai'
import { lazy } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { dialogAtom } from '#web/features/sites/opened-dialog.ts'
import { patient } from '#web/lib/patient.ts'

export const loadSiteDialogs = patient(() => import('#web/features/sites/site-dialog.tsx'))
const SiteDialog = lazy(loadSiteDialogs)

/** The place of the dialogs about sites, which load with the first one. */
export const SiteDialogs = ({ onDeleted }: { onDeleted?: () => void }) => {
  const { dialog } = useAtomValue(dialogAtom)
  if (!dialog) return null
  return (
    <DialogPlace about={dialog}>
      <SiteDialog {...(onDeleted ? { onDeleted } : {})} />
    </DialogPlace>
  )
}
