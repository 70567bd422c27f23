import { HashTabs } from '#web/components/hash-tabs.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { OverviewPlace } from '#web/features/overview/overview-place.tsx'
import { useDashboardTabs } from '#web/routes/dashboard-tabs.tsx'

/** All records of the team, with a tab for each kind (PAGE-01). */
export const DashboardPage = () => (
  <>
    <PageHeader title="Dashboard" />
    <OverviewPlace />
    <HashTabs label="Parts of the dashboard" tabs={useDashboardTabs()} />
  </>
)
