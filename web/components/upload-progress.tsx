import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import styles from '#web/components/upload-progress.module.css'
import { useStayWhile } from '#web/lib/use-stay-while.ts'

/** The share of a file that was sent, 0 to 1, and a button that cancels the upload. */
export const UploadProgress = ({ share, onCancel }: { share: number; onCancel: () => void }) => {
  useStayWhile(true)
  return (
    <div className={styles.progress}>
      <Progress
        value={share * 100}
        aria-label="Uploaded so far"
        size="md"
        radius="xl"
        transitionDuration={150}
        className={styles.bar ?? ''}
      />
      <Button variant="subtle" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
