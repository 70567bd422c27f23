import { Button, Loader } from '@mantine/core'
import type { Progress } from '#schemas/calls/progress.ts'
import { progressWords } from '#web/components/work-progress.tsx'

type Props = {
  restoring: { isPending: boolean; progress: Progress | undefined }
  /** The id of the name of what it restores. */
  about?: string
  onClick: () => void
}

/** Restores something of the trash, and says how far that has come where it is more than one record. */
export const RestoreButton = ({ restoring: { isPending, progress }, about, onClick }: Props) => (
  <Button
    variant="default"
    size="xs"
    aria-describedby={about}
    disabled={isPending}
    leftSection={isPending ? <Loader size={14} color="currentColor" /> : undefined}
    onClick={onClick}
  >
    {isPending ? `Restoring${progress && progress.total > 1 ? ` ${progressWords(progress)}` : ''}` : 'Restore'}
  </Button>
)
