import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { ExpiringPanel } from '#web/features/expiring/expiring-panel.tsx'
import { useCan } from '#web/lib/session.ts'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'

/** What expires, by client, for those who may view files. */
const ExpiringPage = () => {
  if (!useCan()('files.view')) return <NotFoundPage />
  return (
    <>
      <PageHeader
        title="Expiry by client"
        detail="Files that have expired, and those that expire within 60 days"
        trail={[
          <TextLink key="dashboard" to="/dashboard">
            Dashboard
          </TextLink>,
        ]}
      />
      <ExpiringPanel />
    </>
  )
}

export default ExpiringPage
