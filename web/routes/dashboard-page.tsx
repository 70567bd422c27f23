import { HashTabs } from '#web/components/hash-tabs.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { OverviewPlace } from '#web/features/overview/overview-place.tsx'
import { useTeam } from '#web/lib/session.ts'
import { useChosenTab } from '#web/lib/use-chosen-tab.ts'
import { useDashboardTabs } from '#web/routes/dashboard-tabs.tsx'

/** All records of the team, with a tab for each kind. */
export const DashboardPage = () => {
  const tabs = useDashboardTabs()
  const tab = useChosenTab(tabs)
  return (
    <>
      <PageHeader title="Dashboard" tab={tab?.label} of={useTeam()?.name} />
      <OverviewPlace tab={tab?.value} />
      <HashTabs label="Parts of the dashboard" tabs={tabs} />
    </>
  )
}
