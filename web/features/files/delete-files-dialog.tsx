import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { WorkProgress } from '#web/components/work-progress.tsx'
import { type Chosen, countedFiles } from '#web/features/files/chosen.ts'
import { useChangeFiles } from '#web/features/files/use-change-files.ts'

type Props = { chosen: Chosen; opened: boolean; onClose: () => void }

/** Asks for confirmation before the selected files are deleted. */
export const DeleteFilesDialog = ({ chosen, opened, onClose }: Props) => {
  const { change, progress } = useChangeFiles()
  const question =
    chosen.count === 1
      ? 'Are you sure you want to delete this file?'
      : `Are you sure you want to delete these ${countedFiles(chosen.count)}?`
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={chosen.count === 1 ? 'Delete File' : 'Delete Files'}
      question={question}
      note={progress && <WorkProgress progress={progress} />}
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => change(chosen, { delete: true }, 'deleted')}
    />
  )
}
