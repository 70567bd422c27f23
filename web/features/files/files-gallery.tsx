import { ActionIcon } from '@mantine/core'
import { downloadFile } from '#schemas/resources/files.ts'
import { CardGrid } from '#web/components/card-grid.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import type { Column } from '#web/components/list/column.ts'
import { RecordsList } from '#web/components/list/records-list.tsx'
import styles from '#web/components/list/row-actions.module.css'
import { DialogsOutlet, useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { selectColumn } from '#web/components/select-check.tsx'
import { SelectionAction, SelectionBar } from '#web/components/selection-bar.tsx'
import { useShowShare } from '#web/components/share-target.ts'
import { type ChosenFiles, countedFiles, type FilesFilter, isOfOneSite } from '#web/features/files/chosen.ts'
import { FileCard } from '#web/features/files/file-card.tsx'
import type { FileDialog } from '#web/features/files/file-dialog.ts'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import type { GalleryFile } from '#web/features/files/files-scope.ts'
import { urlOf } from '#web/lib/api.ts'
import { shownMoment } from '#web/lib/moment.ts'
import { useCan } from '#web/lib/session.ts'
import { useSelection } from '#web/lib/use-selection.ts'

/** The actions of a file in a line of the table: download, share, edit, delete. */
const FileActions = ({ file }: { file: GalleryFile }) => {
  const can = useCan()
  const show = useShowDialog(fileDialogs)
  const share = useShowShare('files')
  const icon = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 32 } as const
  const opens = (kind: 'edit' | 'delete', label: string, name: IconName) => (
    <ActionIcon
      {...icon}
      aria-label={`${label} ${file.name}`}
      aria-haspopup="dialog"
      data-row-key={kind}
      onClick={() => show({ kind, record: file })}
      onPointerEnter={fileDialogs.preload}
      onFocus={fileDialogs.preload}
    >
      <Icon name={name} />
    </ActionIcon>
  )
  return (
    <div className={styles.actions}>
      {can('files.view') && (
        <ActionIcon
          {...icon}
          component="a"
          href={urlOf(downloadFile, { params: { id: file.id } })}
          aria-label={`Download ${file.name}`}
        >
          <Icon name="download" />
        </ActionIcon>
      )}
      {share && (
        <ActionIcon {...icon} aria-label={`Share ${file.name}`} aria-haspopup="dialog" onClick={() => share(file)}>
          <Icon name="share" />
        </ActionIcon>
      )}
      {can('files.update') && opens('edit', 'Edit', 'edit')}
      {can('files.delete') && opens('delete', 'Delete', 'trash')}
    </div>
  )
}

type Kind = Extract<FileDialog, { chosen: unknown }>['kind']
type FileSelectionBarProps = { chosen: ChosenFiles; total: number; onAll: (() => void) | undefined; onNone: () => void }

/** The actions for the selected files. */
const FileSelectionBar = ({ chosen, ...list }: FileSelectionBarProps) => {
  const can = useCan()
  const mayUpdate = can('files.update')
  const action = (label: string, kind: Kind, icon: IconName) => (
    <SelectionAction
      label={label}
      icon={icon}
      dialogs={fileDialogs}
      dialog={{ kind, chosen }}
      isDeletion={kind === 'delete-many'}
    />
  )
  return (
    <SelectionBar label="Selected files" count={chosen.count} {...list}>
      {mayUpdate && action('Label', 'label', 'tag')}
      {/* A visit belongs to one site. */}
      {mayUpdate && isOfOneSite(chosen) && can('visits.view') && action('Visit', 'visit', 'pin')}
      {mayUpdate && action('Date', 'date', 'calendar')}
      {mayUpdate && action('Expiry', 'expiry', 'bell')}
      {mayUpdate && can('sites.view') && action('Move', 'move', 'move')}
      {action('Download', 'zip', 'download')}
      {can('files.delete') && action('Delete', 'delete-many', 'trash')}
    </SelectionBar>
  )
}

type Props = {
  files: readonly GalleryFile[]
  /** The total number of files. */
  total: number
  /** Loads the files that follow, if there are any. */
  loadMore: () => void
  columns: readonly Column<GalleryFile>[]
  /** The filters of the gallery; undefined while the number of files is unknown. */
  filter: FilesFilter | undefined
  /** The gallery's scope and filters as a string; a change clears the selection. */
  listKey: string
}

/** The files as cards or as a table, with their selection and dialogs. */
export const FilesGallery = ({ files, total, loadMore, columns, filter, listKey }: Props) => {
  const selection = useSelection(files, listKey)
  const { isSelected, toggle, selectWhole, selectNone, onKeyDown } = selection
  const chosen = selection.chosenOf(total, filter)
  const isPast = shownMoment() !== null
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the checkboxes inside */}
      <div onKeyDown={onKeyDown}>
        <RecordsList
          kind="files"
          columns={columns}
          rows={files}
          total={total}
          actionsWidth={148}
          actions={(file) => <FileActions file={file} />}
          {...(isPast ? {} : { select: selectColumn(countedFiles(files.length), selection) })}
        >
          <CardGrid label="Files" rows={files} total={total} height={500}>
            {(file) => (
              <FileCard file={file} selected={isSelected(file.id)} onSelect={(range) => toggle(file.id, range)} />
            )}
          </CardGrid>
        </RecordsList>
        <FileSelectionBar chosen={chosen} total={total} onAll={filter && selectWhole} onNone={selectNone} />
      </div>
      <DialogsOutlet dialogs={fileDialogs} files={files} total={total} loadMore={loadMore} />
    </>
  )
}
