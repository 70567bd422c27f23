import { HashTabs } from '#web/components/hash-tabs.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { OverviewPlace } from '#web/features/overview/overview-place.tsx'
import { chosenTab } from '#web/lib/hash-tab.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { useDashboardTabs } from '#web/routes/dashboard-tabs.tsx'

/** All records of the team, with a tab for each kind. */
export const DashboardPage = () => {
  const tabs = useDashboardTabs()
  const tab = chosenTab(
    tabs.map(({ value }) => value),
    usePageHash(),
  )
  return (
    <>
      <PageHeader title="Dashboard" />
      <OverviewPlace tab={tab} />
      <HashTabs label="Parts of the dashboard" tabs={tabs} />
    </>
  )
}
