import type { IconName } from '#web/components/icon.tsx'
import { SelectionAction, SelectionBar } from '#web/components/selection-bar.tsx'
import { type Chosen, isOfOneSite } from '#web/features/files/chosen.ts'
import type { FileDialog } from '#web/features/files/file-dialog.ts'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import { useCan } from '#web/lib/session.ts'

type Kind = Extract<FileDialog, { chosen: unknown }>['kind']
type Props = { chosen: Chosen; total: number; onAll: (() => void) | undefined; onNone: () => void }

/** The actions for the selected files. */
export const FileSelectionBar = ({ chosen, ...list }: Props) => {
  const can = useCan()
  const mayUpdate = can('files.update')
  const action = (label: string, kind: Kind, icon: IconName) => (
    <SelectionAction
      {...{ label, icon, dialogs: fileDialogs, dialog: { kind, chosen }, isDeletion: kind === 'delete-many' }}
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
