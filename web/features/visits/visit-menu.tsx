import { useSetAtom } from 'jotai'
import type { Visit } from '#schemas/resources/visits.ts'
import { RecordMenu } from '#web/components/record-menu.tsx'
import { dialogAtom, type VisitDialog } from '#web/features/visits/opened-dialog.ts'
import { loadVisitDialogs } from '#web/features/visits/visit-dialogs.tsx'

/** Edit Visit and Delete Visit, each for whoever may (VIS-26, VIS-27, ABIL-08, ABIL-09). */
export const VisitMenu = ({ visit }: { visit: Visit }) => {
  const show = useSetAtom(dialogAtom)
  const open = (kind: VisitDialog['kind']) => () => show({ dialog: { kind, visit }, opened: true })
  return (
    <RecordMenu
      kind="visits"
      record={visit}
      labels={['Edit Visit', 'Delete Visit']}
      onEdit={open('edit')}
      onDelete={open('delete')}
      onNear={() => void loadVisitDialogs()}
    />
  )
}
