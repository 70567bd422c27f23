import { Counters } from '#web/features/kiosk/metrics/counters.tsx'

/** How the platform grows (KIOSK-07 to KIOSK-10). */
const MetricsTab = () => (
  <>
    <Counters />
  </>
)

export default MetricsTab
