import { CardGrid } from '#web/components/card-grid.tsx'
import { FileCard } from '#web/features/files/file-card.tsx'
import { FileDialogs } from '#web/features/files/file-dialogs.tsx'
import type { GalleryFile } from '#web/features/files/files-scope.ts'
import { SelectionBar } from '#web/features/files/selection-bar.tsx'
import { useSelection } from '#web/features/files/use-selection.ts'
import { useCan } from '#web/lib/session.ts'

type Props = {
  files: readonly GalleryFile[]
  /** How many there are in all. */
  total: number
  /** What narrows the gallery, as text: another one begins with nothing selected. */
  place: string
}

/** The files as cards, what is selected among them, and the dialogs about them (FILE-18). */
export const FilesGallery = ({ files, total, place }: Props) => {
  const can = useCan()
  const selects = can('files.update') || can('files.delete')
  const { selected, isSelected, toggle, selectAll, selectNone, onKeyDown } = useSelection(files, place)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the checkboxes inside */}
      <div onKeyDown={selects ? onKeyDown : undefined}>
        <CardGrid label="Files" rows={files} total={total}>
          {(file) => (
            <FileCard
              file={file}
              selected={isSelected(file.id)}
              onSelect={selects ? (range) => toggle(file.id, range) : undefined}
            />
          )}
        </CardGrid>
        {selects && <SelectionBar selected={selected} shown={files.length} onAll={selectAll} onNone={selectNone} />}
      </div>
      <FileDialogs files={files} />
    </>
  )
}
