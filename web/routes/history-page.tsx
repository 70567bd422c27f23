import { HistoryPanel } from '#web/features/history/history-panel.tsx'
import { useHolds } from '#web/lib/session.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

/** The history of the team, for its owner, admins and auditors (D-92). */
const HistoryPage = () => (
  <DashboardPart title="History" detail="Who changed what, newest first" seen={useHolds('history.view')}>
    <HistoryPanel />
  </DashboardPart>
)

export default HistoryPage
