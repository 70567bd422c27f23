import { useNavigate } from '@tanstack/react-router'
import { ImportFilePanel } from '#web/features/imports/import-file-panel.tsx'
import { ImportsPanel } from '#web/features/imports/imports-panel.tsx'
import { useHolds } from '#web/lib/session.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'

/** Imports from files, for the owner and admins of the team. */
const ImportsPage = () => {
  const navigate = useNavigate()
  if (!useHolds('import')) return <NotFoundPage />
  return (
    <DashboardPart title="Imports" detail="Import clients and sites from CSV">
      <ImportFilePanel onBegun={(run) => navigate({ to: '/dashboard/imports/$run', params: { run } })} />
      <ImportsPanel />
    </DashboardPart>
  )
}

export default ImportsPage
