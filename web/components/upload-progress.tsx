import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { PauseNote } from '#web/components/pause-note.tsx'
import styles from '#web/components/upload-progress.module.css'
import type { Pause } from '#web/lib/until-accepted.ts'
import { useStayWhile } from '#web/lib/use-stay-while.ts'

type Props = { share: number; pause: Pause | undefined; onCancel: () => void }

/** The share of a file that was sent, 0 to 1, or why it waits, and a button that cancels the upload. */
export const UploadProgress = ({ share, pause, onCancel }: Props) => {
  useStayWhile(true)
  return (
    <div className={styles.progress}>
      {pause ? (
        <PauseNote pause={pause} />
      ) : (
        <Progress
          value={share * 100}
          aria-label="Uploaded so far"
          size="md"
          radius="xl"
          transitionDuration={150}
          className={styles.bar ?? ''}
        />
      )}
      <Button variant="subtle" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
