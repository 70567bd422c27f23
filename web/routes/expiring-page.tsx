import { ExpiringPanel } from '#web/features/expiring/expiring-panel.tsx'
import { useCan } from '#web/lib/session.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'

/** Expiring files by client, for those who may view files. */
const ExpiringPage = () => {
  if (!useCan()('files.view')) return <NotFoundPage />
  return (
    <DashboardPart title="Expiry by client" detail="Files that have expired, and those that expire within 60 days">
      <ExpiringPanel />
    </DashboardPart>
  )
}

export default ExpiringPage
