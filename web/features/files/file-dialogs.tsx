import type * as contracts from '#schemas/resources/files.ts'
import { deleteFile, showFile, updateFile } from '#schemas/resources/files.ts'
import type { DialogProps } from '#web/components/record/lazy-dialogs.tsx'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import { ChangeFilesDialog } from '#web/features/files/change-files-dialog.tsx'
import type { Chosen } from '#web/features/files/chosen.ts'
import { DeleteFilesDialog } from '#web/features/files/delete-files-dialog.tsx'
import type { FileDialog } from '#web/features/files/file-dialog.ts'
import { fileFields } from '#web/features/files/file-fields.tsx'
import { MoveFilesDialog } from '#web/features/files/move-files-dialog.tsx'
import { PreviewDialog } from '#web/features/files/preview-dialog.tsx'
import { VersionDialog } from '#web/features/files/version-dialog.tsx'
import { VersionsDialog } from '#web/features/files/versions-dialog.tsx'
import { ZipDialog } from '#web/features/files/zip-dialog.tsx'

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
  // Files that a filter matches may become more while the dialog is open; it says how many they are now.
  const current = (chosen: Chosen): Chosen => (chosen.filter ? { ...chosen, count: total } : chosen)
  /** The file as the gallery shows it by now: a new version changes what the dialog began with. */
  const present = (file: contracts.SiteFile) => files.find(({ id }) => id === file.id) ?? file
  switch (dialog.kind) {
    case 'preview':
      return (
        <PreviewDialog
          {...shared}
          file={present(dialog.record)}
          {...{ files, total, loadMore }}
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
      return <DeleteFilesDialog {...shared} chosen={current(dialog.chosen)} />
    case 'move':
      return <MoveFilesDialog {...shared} chosen={current(dialog.chosen)} />
    case 'zip':
      return <ZipDialog {...shared} chosen={current(dialog.chosen)} />
    default:
      return <ChangeFilesDialog {...shared} kind={dialog.kind} chosen={current(dialog.chosen)} />
  }
}

export default FileDialogs
