import { Button } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/files/preview-dialog.module.css'

/** Saves what a dialog shows. */
export const DownloadLink = ({ href }: { href: string }) => (
  <Button
    component="a"
    href={href}
    variant="default"
    leftSection={<Icon name="download" />}
    className={styles.download ?? ''}
  >
    Download
  </Button>
)
