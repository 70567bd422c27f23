import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { downloadFile, previewFile, type SiteFile } from '#schemas/resources/files.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/files/preview-dialog.module.css'
import { urlOf } from '#web/lib/api.ts'

type Props = { file: SiteFile; opened: boolean; onClose: () => void }

/** Shows a file in the page, or says how to get it where the browser cannot (FILE-40 to FILE-42). */
const PreviewDialog = ({ file, opened, onClose }: Props) => {
  const params = { id: file.id }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={file.name}
      size="64rem"
      centered
      closeButtonProps={{ 'aria-label': 'Close the preview' }}
      classNames={{ title: styles.title, body: styles.body }}
    >
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
        className={styles.download}
      >
        Download
      </Button>
    </Modal>
  )
}

export default PreviewDialog
