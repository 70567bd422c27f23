import { TrashPanel } from '#web/features/trash/trash-panel.tsx'
import { useMayDelete } from '#web/lib/use-may-delete.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

/** All deleted records that can still be restored (D-10). */
const TrashPage = () => (
  <DashboardPart title="Trash" detail="Deleted records, which can be restored for 30 days" seen={useMayDelete()}>
    <TrashPanel />
  </DashboardPart>
)

export default TrashPage
