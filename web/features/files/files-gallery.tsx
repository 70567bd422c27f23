import { CardGrid } from '#web/components/card-grid.tsx'
import type { IconName } from '#web/components/icon.tsx'
import type { Column } from '#web/components/list/column.ts'
import { RecordsList } from '#web/components/list/records-list.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { SelectCheck, SelectShownCheck } from '#web/components/select-check.tsx'
import { SelectionAction, SelectionBar } from '#web/components/selection-bar.tsx'
import { type Chosen, countedFiles, type FilesFilter, isOfOneSite } from '#web/features/files/chosen.ts'
import { FileActions } from '#web/features/files/file-actions.tsx'
import { FileCard } from '#web/features/files/file-card.tsx'
import type { FileDialog } from '#web/features/files/file-dialog.ts'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import type { GalleryFile } from '#web/features/files/files-scope.ts'
import { useCan } from '#web/lib/session.ts'
import { useSelection } from '#web/lib/use-selection.ts'

type Kind = Extract<FileDialog, { chosen: unknown }>['kind']
type FileSelectionBarProps = { chosen: Chosen; total: number; onAll: (() => void) | undefined; onNone: () => void }

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
  const { selected, isWhole, isSelected, toggle, shown, selectWhole, selectNone, onKeyDown } = useSelection(
    files,
    listKey,
  )
  const chosen = isWhole && filter ? { files, count: total, filter } : { files: selected, count: selected.length }
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
          select={{
            all: <SelectShownCheck what={countedFiles(files.length)} {...shown} />,
            one: ({ id, name }) => (
              <SelectCheck name={name} selected={isSelected(id)} onSelect={(range) => toggle(id, range)} />
            ),
          }}
        >
          <CardGrid label="Files" rows={files} total={total}>
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
