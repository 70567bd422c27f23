import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { deleteSite } from '#schemas/resources/sites.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { useDeletion } from '#web/components/use-deletion.ts'
import { EditSiteDialog } from '#web/features/sites/edit-site-dialog.tsx'
import { dialogAtom } from '#web/features/sites/opened-dialog.ts'

/** The dialog about a site that is open: edit, or delete (SITE-20 to SITE-24, STATE-23). */
const SiteDialog = ({ onDeleted }: { onDeleted?: () => unknown }) => {
  const [{ dialog, opened }, setDialog] = useAtom(dialogAtom)
  const remove = useDeletion(deleteSite, 'sites')
  useEffect(() => () => setDialog({ dialog: null, opened: false }), [setDialog])
  if (!dialog) return null
  const { kind, site } = dialog
  const shared = { opened, onClose: () => setDialog({ dialog, opened: false }) }
  if (kind === 'edit') return <EditSiteDialog {...shared} site={site} />
  return (
    <ConfirmDialog
      {...shared}
      title="Delete Site"
      question="Are you sure you want to delete this site?"
      warning="Deleting this site will also delete all visits/files for this site."
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => remove(site, onDeleted)}
    />
  )
}

export default SiteDialog
