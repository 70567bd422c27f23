import { BillingPanel } from '#web/features/kiosk/platform/billing-panel.tsx'
import { OperationsPanel } from '#web/features/kiosk/platform/operations-panel.tsx'
import { QueuesPanel } from '#web/features/kiosk/platform/queues-panel.tsx'
import { ReadModelsPanel } from '#web/features/kiosk/platform/read-models-panel.tsx'
import { SecurityPanel } from '#web/features/kiosk/platform/security-panel.tsx'
import { StoragePanel } from '#web/features/kiosk/platform/storage-panel.tsx'
import { TrafficPanel } from '#web/features/kiosk/platform/traffic-panel.tsx'

/** How the installation is, and what operators mend it with. */
const PlatformTab = () => (
  <>
    <ReadModelsPanel />
    <QueuesPanel />
    <BillingPanel />
    <StoragePanel />
    <TrafficPanel />
    <SecurityPanel />
    <OperationsPanel />
  </>
)

export default PlatformTab
