import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { dialogAtom } from '#web/features/sites/opened-dialog.ts'
import { patient } from '#web/lib/patient.ts'

export const loadSiteDialogs = patient(() => import('#web/features/sites/site-dialog.tsx'))
const SiteDialog = lazy(loadSiteDialogs)

/** The place of the dialogs about sites, which load with the first one. */
export const SiteDialogs = ({ onDeleted }: { onDeleted?: () => void }) => {
  const { dialog } = useAtomValue(dialogAtom)
  if (!dialog) return null
  return (
    <Suspense>
      <SiteDialog {...(onDeleted ? { onDeleted } : {})} />
    </Suspense>
  )
}
