import { lazy, useState } from 'react'
import type { Metric } from '#schemas/resources/metrics.ts'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { ChartsPanel } from '#web/features/kiosk/metrics/charts-panel.tsx'
import { Counters } from '#web/features/kiosk/metrics/counters.tsx'
import { PlansPanel } from '#web/features/kiosk/metrics/plans-panel.tsx'
import { Revenue } from '#web/features/kiosk/metrics/revenue.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

const EventsDialog = lazy(retryingImport(() => import('#web/features/kiosk/metrics/events-dialog.tsx')))

/** How the platform does, and how each number came about. */
const MetricsTab = () => {
  const [explained, setExplained] = useState<Metric>()
  const [opened, setOpened] = useState(false)
  const explain = (metric: Metric) => {
    setExplained(metric)
    setOpened(true)
  }
  return (
    <>
      <Revenue onExplain={explain} />
      <Counters onExplain={explain} />
      <PlansPanel />
      <ChartsPanel onExplain={explain} />
      {explained && (
        <DialogOutlet about={opened}>
          <EventsDialog key={explained} first={explained} opened={opened} onClose={() => setOpened(false)} />
        </DialogOutlet>
      )}
    </>
  )
}

export default MetricsTab
