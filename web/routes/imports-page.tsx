import { useNavigate } from '@tanstack/react-router'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { ImportFilePanel } from '#web/features/imports/import-file-panel.tsx'
import { ImportsPanel } from '#web/features/imports/imports-panel.tsx'
import { useHolds } from '#web/lib/session.ts'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'

/** Imports from files, for the owner and admins of the team. */
const ImportsPage = () => {
  const navigate = useNavigate()
  if (!useHolds('import')) return <NotFoundPage />
  return (
    <>
      <PageHeader
        title="Imports"
        detail="Import clients and sites from CSV"
        trail={[
          <TextLink key="dashboard" to="/dashboard">
            Dashboard
          </TextLink>,
        ]}
      />
      <ImportFilePanel onBegun={(run) => navigate({ to: '/dashboard/imports/$run', params: { run } })} />
      <ImportsPanel />
    </>
  )
}

export default ImportsPage
