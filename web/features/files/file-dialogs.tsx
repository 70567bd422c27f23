import { Button, Text } from '@mantine/core'
import { daysInTrash } from '#schemas/records/trash.ts'
import { downloadFileVersion, type FileVersion, frameFileVersion } from '#schemas/resources/file-versions.ts'
import type * as contracts from '#schemas/resources/files.ts'
import { deleteFile, type SiteFile, showFile, updateFile } from '#schemas/resources/files.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogProps } from '#web/components/record/lazy-dialogs.tsx'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import { WorkProgress } from '#web/components/work-progress.tsx'
import { ChangeFilesDialog } from '#web/features/files/change-files-dialog.tsx'
import { type ChosenFiles, countedFiles } from '#web/features/files/chosen.ts'
import { DownloadLink } from '#web/features/files/download-link.tsx'
import type { FileDialog } from '#web/features/files/file-dialog.ts'
import { fileFields } from '#web/features/files/file-fields.tsx'
import { MoveFilesDialog } from '#web/features/files/move-files-dialog.tsx'
import styles from '#web/features/files/preview-dialog.module.css'
import { PreviewDialog } from '#web/features/files/preview-dialog.tsx'
import { useChangeFiles } from '#web/features/files/use-change-files.ts'
import { VersionsDialog } from '#web/features/files/versions-dialog.tsx'
import { ZipDialog } from '#web/features/files/zip-dialog.tsx'
import { urlOf } from '#web/lib/api.ts'
import { asNow } from '#web/lib/chosen.ts'
import { listed } from '#web/lib/listed.ts'

type DeleteFilesDialogProps = { chosen: ChosenFiles; opened: boolean; onClose: () => void }

/** How many of the selected files are named. */
const mostNamed = 3

/** 'Lease, Plan, Quote and 297 more go to the trash for 30 days.' */
const damageWords = ({ rows, count }: ChosenFiles): string => {
  const names = rows.slice(0, mostNamed).map(({ name }) => name)
  const more = count - names.length
  const whole = more > 0 ? [...names, `${more.toLocaleString('en-GB')} more`] : names
  return `${listed(whole)} ${count === 1 ? 'goes' : 'go'} to the trash for ${daysInTrash} days.`
}

/** Asks for confirmation before the selected files are deleted. */
const DeleteFilesDialog = ({ chosen, opened, onClose }: DeleteFilesDialogProps) => {
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

type Props = { file: SiteFile; version: FileVersion; onBack: () => void; opened: boolean; onClose: () => void }

/** Shows one version of a file, in a frame of its own like the file itself. */
const VersionDialog = ({ file, version, onBack, opened, onClose }: Props) => {
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

const file: RecordDescription<typeof contracts.updateFile> = {
  noun: 'File',
  resource: 'files',
  show: showFile,
  update: updateFile,
  remove: deleteFile,
  fields: fileFields,
}

type Own = { files: readonly contracts.SiteFile[]; total: number; loadMore: () => void }

/** The dialogs of a gallery, one of which is open at a time. */
const FileDialogs = ({ files, total, loadMore, dialog, show, ...shared }: DialogProps<FileDialog> & Own) => {
  /** The file as the gallery shows it by now: a new version changes what the dialog began with. */
  const present = (file: contracts.SiteFile) => files.find(({ id }) => id === file.id) ?? file
  switch (dialog.kind) {
    case 'preview':
      return (
        <PreviewDialog
          {...shared}
          file={present(dialog.record)}
          files={files}
          total={total}
          loadMore={loadMore}
          onShow={(record) => show({ kind: 'preview', record })}
          onVersions={() => show({ kind: 'versions', record: dialog.record })}
        />
      )
    case 'versions':
      return (
        <VersionsDialog
          {...shared}
          file={dialog.record}
          onPreview={(version) => show({ kind: 'version', record: dialog.record, version })}
        />
      )
    case 'version':
      return (
        <VersionDialog
          {...shared}
          file={dialog.record}
          version={dialog.version}
          onBack={() => show({ kind: 'versions', record: dialog.record })}
        />
      )
    case 'edit':
    case 'delete':
      return <RecordDialogs {...shared} dialog={{ kind: dialog.kind, record: dialog.record }} about={file} />
    case 'delete-many':
      return <DeleteFilesDialog {...shared} chosen={asNow(dialog.chosen, total)} />
    case 'move':
      return <MoveFilesDialog {...shared} chosen={asNow(dialog.chosen, total)} />
    case 'zip':
      return <ZipDialog {...shared} chosen={asNow(dialog.chosen, total)} />
    default:
      return <ChangeFilesDialog {...shared} kind={dialog.kind} chosen={asNow(dialog.chosen, total)} />
  }
}

export default FileDialogs
