import { Text } from '@mantine/core'
import { daysInTrash } from '#schemas/records/trash.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { WorkProgress } from '#web/components/work-progress.tsx'
import { type Chosen, countedFiles } from '#web/features/files/chosen.ts'
import { useChangeFiles } from '#web/features/files/use-change-files.ts'
import { listed } from '#web/lib/listed.ts'

type Props = { chosen: Chosen; opened: boolean; onClose: () => void }

/** How many of the selected files are named. */
const mostNamed = 3

/** 'Lease, Plan, Quote and 297 more go to the trash for 30 days.' */
const damageWords = ({ files, count }: Chosen): string => {
  const names = files.slice(0, mostNamed).map(({ name }) => name)
  const more = count - names.length
  const whole = more > 0 ? [...names, `${more.toLocaleString('en-GB')} more`] : names
  return `${listed(whole)} ${count === 1 ? 'goes' : 'go'} to the trash for ${daysInTrash} days.`
}

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
      note={
        <>
          <Text size="md" style={{ overflowWrap: 'anywhere' }}>
            {damageWords(chosen)}
          </Text>
          {progress && <WorkProgress progress={progress} />}
        </>
      }
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => change(chosen, { delete: true }, 'deleted')}
    />
  )
}
