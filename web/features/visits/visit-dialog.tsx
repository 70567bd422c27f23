import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { deleteVisit } from '#schemas/resources/visits.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { useDeletion } from '#web/components/use-deletion.ts'
import { EditVisitDialog } from '#web/features/visits/edit-visit-dialog.tsx'
import { dialogAtom } from '#web/features/visits/opened-dialog.ts'

/** The dialog about a visit that is open: edit, or delete (VIS-26, VIS-27, VIS-29, STATE-24). */
const VisitDialog = ({ onDeleted }: { onDeleted?: () => unknown }) => {
  const [{ dialog, opened }, setDialog] = useAtom(dialogAtom)
  const remove = useDeletion(deleteVisit, 'visits')
  useEffect(() => () => setDialog({ dialog: null, opened: false }), [setDialog])
  if (!dialog) return null
  const { kind, visit } = dialog
  const shared = { opened, onClose: () => setDialog({ dialog, opened: false }) }
  if (kind === 'edit') return <EditVisitDialog {...shared} visit={visit} />
  return (
    <ConfirmDialog
      {...shared}
      title="Delete Visit"
      question="Are you sure you want to delete this visit?"
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => remove(visit, onDeleted)}
    />
  )
}

export default VisitDialog
