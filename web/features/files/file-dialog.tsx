import { useAtom } from 'jotai'
import { deleteFile, type SiteFile } from '#schemas/resources/files.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { useDeletion } from '#web/components/use-deletion.ts'
import { ChangeFilesDialog } from '#web/features/files/change-files-dialog.tsx'
import { DeleteFilesDialog } from '#web/features/files/delete-files-dialog.tsx'
import { EditFileDialog } from '#web/features/files/edit-file-dialog.tsx'
import { dialogAtom } from '#web/features/files/opened-dialog.ts'
import { PreviewDialog } from '#web/features/files/preview-dialog.tsx'

/** The dialogs that open over a gallery, one at a time. */
const FileDialog = ({ files }: { files: readonly SiteFile[] }) => {
  const [{ dialog, opened }, setDialog] = useAtom(dialogAtom)
  const remove = useDeletion(deleteFile, 'files')
  if (!dialog) return null
  const shared = { opened, onClose: () => setDialog({ dialog, opened: false }) }
  switch (dialog.kind) {
    case 'preview':
      return (
        <PreviewDialog
          {...shared}
          file={dialog.file}
          files={files}
          onShow={(file) => setDialog({ dialog: { kind: 'preview', file }, opened: true })}
        />
      )
    case 'edit':
      return <EditFileDialog {...shared} file={dialog.file} />
    case 'delete':
      return (
        <ConfirmDialog
          {...shared}
          title="Delete File"
          question="Are you sure you want to delete this file?"
          answers={['No, Go Back', 'Yes, Delete']}
          onYes={() => remove(dialog.file)}
        />
      )
    case 'delete-many':
      return <DeleteFilesDialog {...shared} files={dialog.files} />
    default:
      return <ChangeFilesDialog {...shared} kind={dialog.kind} files={dialog.files} />
  }
}

export default FileDialog
