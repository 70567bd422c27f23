import { Button } from '@mantine/core'
import { downloadFile, previewFile, type SiteFile } from '#schemas/resources/files.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/files/preview-dialog.module.css'
import { urlOf } from '#web/lib/api.ts'

type Props = { file: SiteFile; opened: boolean; onClose: () => void }

/** Shows a file in the page, or says how to get it where the browser cannot (FILE-40 to FILE-42). */
const PreviewDialog = ({ file, opened, onClose }: Props) => {
  const params = { id: file.id }
  return (
    <Dialog title={file.name} opened={opened} onClose={onClose} size="64rem">
      <object
        className={file.mime_type.startsWith('image/') ? styles.image : styles.document}
        data={urlOf(previewFile, { params })}
        type={file.mime_type}
        aria-label={file.name}
      >
        <div className={styles.fallback}>
          <p>This browser does not support previewing of files.</p>
          <p>Please download the file to view it.</p>
        </div>
      </object>
      <Button
        component="a"
        href={urlOf(downloadFile, { params })}
        variant="default"
        leftSection={<Icon name="download" />}
        className={styles.download ?? ''}
      >
        Download
      </Button>
    </Dialog>
  )
}

export default PreviewDialog
