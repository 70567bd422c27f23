import { type ComponentType, lazy } from 'react'
import { HashTabs, type TabOfPage } from '#web/components/hash-tabs.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useChosenTab } from '#web/lib/use-chosen-tab.ts'

/** A tab whose code loads when it is opened, or when the pointer comes near it. */
const tab = (value: string, label: string, importTab: () => Promise<{ default: ComponentType }>): TabOfPage => {
  const load = retryingImport(importTab)
  const Panel = lazy(load)
  return { value, label, load, panel: <Panel /> }
}

/** The tabs of the kiosk: the specified ones first. */
const kioskTabs: readonly TabOfPage[] = [
  tab('metrics', 'Metrics', () => import('#web/features/kiosk/metrics/metrics-tab.tsx')),
  tab('users', 'Users', () => import('#web/features/kiosk/users/users-tab.tsx')),
  tab(
    'team-invitations',
    'Team Invitations',
    () => import('#web/features/kiosk/team-invitations/team-invitations-tab.tsx'),
  ),
  tab('teams', 'Teams', () => import('#web/features/kiosk/teams/teams-tab.tsx')),
  tab('announcements', 'Announcements', () => import('#web/features/kiosk/announcements/announcements-tab.tsx')),
  tab('platform', 'Platform', () => import('#web/features/kiosk/platform/platform-tab.tsx')),
]

/** Where operators see, help and decide. */
const KioskPage = () => (
  <>
    <PageHeader title="Kiosk" tab={useChosenTab(kioskTabs)?.label} />
    <HashTabs label="Parts of the kiosk" tabs={kioskTabs} />
  </>
)

export default KioskPage
