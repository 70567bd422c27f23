import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { deleteDocument } from '#schemas/resources/documents.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { useDeletion } from '#web/components/use-deletion.ts'
import { EditDocumentDialog } from '#web/features/documents/edit-document-dialog.tsx'
import { dialogAtom } from '#web/features/documents/opened-dialog.ts'

/** The dialogs that open over the table, one at a time (DOC-04, DOC-05). */
const DocumentDialogs = () => {
  const [{ dialog, opened }, setDialog] = useAtom(dialogAtom)
  const remove = useDeletion(deleteDocument, 'documents')
  useEffect(() => () => setDialog({ dialog: null, opened: false }), [setDialog])
  if (!dialog) return null
  const { kind, document } = dialog
  const shared = { opened, onClose: () => setDialog({ dialog, opened: false }) }
  if (kind === 'edit') return <EditDocumentDialog {...shared} document={document} />
  return (
    <ConfirmDialog
      {...shared}
      title="Delete Document"
      question="Are you sure you want to delete this document?"
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => remove(document)}
    />
  )
}

export default DocumentDialogs
