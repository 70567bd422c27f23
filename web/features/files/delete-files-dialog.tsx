import type { SiteFile } from '#schemas/resources/files.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { countedFiles, useChangeFiles } from '#web/features/files/use-change-files.ts'

type Props = { files: readonly SiteFile[]; opened: boolean; onClose: () => void }

/** Asks for confirmation before the selected files are deleted. */
export const DeleteFilesDialog = ({ files, opened, onClose }: Props) => {
  const change = useChangeFiles()
  const question =
    files.length === 1
      ? 'Are you sure you want to delete this file?'
      : `Are you sure you want to delete these ${countedFiles(files)}?`
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={files.length === 1 ? 'Delete File' : 'Delete Files'}
      question={question}
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => change(files, { delete: true }, 'deleted')}
    />
  )
}
