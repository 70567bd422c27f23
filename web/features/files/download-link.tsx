import { Button } from '@mantine/core'
import type { SiteFile } from '#schemas/resources/files.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/files/preview-dialog.module.css'

type Props = {
  /** The address of the content, and of the photo that it was made of. */
  href: string
  original: { photo: SiteFile['original']; href: string }
}

/** Saves what a dialog shows, and the photo as it was sent, where that is another. */
export const DownloadLink = ({ href, original: { photo, href: photoHref } }: Props) => (
  <div className={styles.download}>
    {photo && (
      <Button component="a" href={photoHref} variant="default">
        Original photo ({photo.human_readable_size})
      </Button>
    )}
    <Button component="a" href={href} variant="default" leftSection={<Icon name="download" />}>
      Download
    </Button>
  </div>
)
