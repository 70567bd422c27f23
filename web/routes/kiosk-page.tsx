import { HashTabs } from '#web/components/hash-tabs.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { kioskTabs } from '#web/features/kiosk/kiosk-tabs.tsx'

/** Where operators see, help and decide. */
const KioskPage = () => (
  <>
    <PageHeader title="Kiosk" />
    <HashTabs label="Parts of the kiosk" tabs={kioskTabs} />
  </>
)

export default KioskPage
