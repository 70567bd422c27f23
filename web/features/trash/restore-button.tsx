import { Button, Loader } from '@mantine/core'
import { progressWords } from '#web/components/work-progress.tsx'
import type { useRestoring } from '#web/features/trash/use-restoring.ts'
import { shownMoment } from '#web/lib/moment.ts'

type Props = {
  restoring: Pick<ReturnType<typeof useRestoring>, 'isPending' | 'progress'>
  /** The id of the name of what it restores. */
  about?: string
  onClick: () => void
}

/** Restores something of the trash, and says how far that has come where it is more than one record. */
export const RestoreButton = ({ restoring: { isPending, progress }, about, onClick }: Props) =>
  shownMoment() === null && (
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
