import { lazy, Suspense } from 'react'
import { HashTabs } from '#web/components/hash-tabs.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import { ClientsPanel } from '#web/features/clients/clients-panel.tsx'
import { FilesPanel } from '#web/features/files/files-panel.tsx'
import { SitesPanel } from '#web/features/sites/sites-panel.tsx'
import { VisitsPanel } from '#web/features/visits/visits-panel.tsx'
import { useCan } from '#web/lib/session.ts'

const CategoriesPanel = lazy(() => import('#web/features/categories/categories-panel.tsx'))
const DocumentsPanel = lazy(() => import('#web/features/documents/documents-panel.tsx'))

/** Everything of the team, a tab for each kind of thing (PAGE-01). */
export const DashboardPage = () => {
  const can = useCan()
  const tabs = [
    { value: 'clients', label: 'Clients', panel: <ClientsPanel /> },
    { value: 'sites', label: 'Sites', panel: <SitesPanel /> },
    { value: 'visits', label: 'Visits', panel: <VisitsPanel /> },
    {
      value: 'categories',
      label: 'Categories',
      panel: (
        <Suspense fallback={<Waiting label="Loading categories" />}>
          <CategoriesPanel />
        </Suspense>
      ),
    },
    { value: 'files', label: 'Files', panel: <FilesPanel scope={{ kind: 'team' }} /> },
    {
      value: 'documents',
      label: 'Documents',
      panel: (
        <Suspense fallback={<Waiting label="Loading documents" />}>
          <DocumentsPanel />
        </Suspense>
      ),
    },
  ] as const
  return (
    <>
      <PageHeader title="Dashboard" />
      <HashTabs label="Parts of the dashboard" tabs={tabs.filter(({ value }) => can(`${value}.view`))} />
    </>
  )
}
