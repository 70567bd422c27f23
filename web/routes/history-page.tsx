import { HistoryPanel } from '#web/features/history/history-panel.tsx'
import { useHolds } from '#web/lib/session.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'

/** The history of the team, for its owner, admins and auditors (D-92). */
const HistoryPage = () => {
  if (!useHolds('history.view')) return <NotFoundPage />
  return (
    <DashboardPart title="History" detail="Who changed what, newest first">
      <HistoryPanel />
    </DashboardPart>
  )
}

export default HistoryPage
