import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { ImportsPanel } from '#web/features/imports/imports-panel.tsx'
import { useHolds } from '#web/lib/session.ts'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'

/** What came in from files, for the owner and admins of the team. */
const ImportsPage = () => {
  if (!useHolds('import')) return <NotFoundPage />
  return (
    <>
      <PageHeader
        title="Imports"
        detail="Clients and sites that came from files, newest first"
        trail={[
          <TextLink key="dashboard" to="/dashboard">
            Dashboard
          </TextLink>,
        ]}
      />
      <ImportsPanel />
    </>
  )
}

export default ImportsPage
