import { Button } from '@mantine/core'
import type { FileVersion } from '#schemas/resources/file-versions.ts'
import { downloadFileVersion, frameFileVersion } from '#schemas/resources/file-versions.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { DownloadLink } from '#web/features/files/download-link.tsx'
import styles from '#web/features/files/preview-dialog.module.css'
import { urlOf } from '#web/lib/api.ts'

type Props = { file: SiteFile; version: FileVersion; onBack: () => void; opened: boolean; onClose: () => void }

/** Shows one version of a file, in a frame of its own like the file itself. */
export const VersionDialog = ({ file, version, onBack, opened, onClose }: Props) => {
  const params = { id: file.id, version: version.version }
  const title = `${file.name}, version ${version.version}`
  return (
    <Dialog title={title} opened={opened} onClose={onClose} size="64rem">
      <iframe
        className={styles.frame}
        src={urlOf(frameFileVersion, { params, query: { type: version.mime_type } })}
        title={title}
      />
      <div className={styles.foot}>
        <Button variant="default" onClick={onBack}>
          All versions
        </Button>
        <DownloadLink
          href={urlOf(downloadFileVersion, { params })}
          original={{ photo: version.original, href: urlOf(downloadFileVersion, { params, query: { original: '1' } }) }}
        />
      </div>
    </Dialog>
  )
}
