import { TrashPanel } from '#web/features/trash/trash-panel.tsx'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

/** All deleted records that can still be restored (D-10). */
const TrashPage = () => (
  <DashboardPart title="Trash" detail="Deleted records, which can be restored for 30 days">
    <TrashPanel />
  </DashboardPart>
)

export default TrashPage
