import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { HistoryPanel } from '#web/features/history/history-panel.tsx'
import { useHolds } from '#web/lib/session.ts'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'

/** The history of the team, for its owner, admins and auditors (D-92). */
const HistoryPage = () => {
  if (!useHolds('history.view')) return <NotFoundPage />
  return (
    <>
      <PageHeader
        title="History"
        detail="Who changed what, newest first"
        trail={[
          <TextLink key="dashboard" to="/dashboard">
            Dashboard
          </TextLink>,
        ]}
      />
      <HistoryPanel />
    </>
  )
}

export default HistoryPage
