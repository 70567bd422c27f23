import { HashTabs } from '#web/components/hash-tabs.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { useCan } from '#web/lib/session.ts'
import { dashboardTabs } from '#web/routes/dashboard-tabs.tsx'

/** Everything of the team, a tab for each kind of thing (PAGE-01). */
export const DashboardPage = () => {
  const can = useCan()
  return (
    <>
      <PageHeader title="Dashboard" />
      <HashTabs label="Parts of the dashboard" tabs={dashboardTabs.filter(({ value }) => can(`${value}.view`))} />
    </>
  )
}
