import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Metric } from '#schemas/resources/metrics.ts'
import { listIndicators } from '#schemas/resources/performance-indicators.ts'
import { DateField } from '#web/components/date-field.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import styles from '#web/features/kiosk/metrics/charts.module.css'
import { Counters } from '#web/features/kiosk/metrics/counters.tsx'
import type { Explain } from '#web/features/kiosk/metrics/explain.ts'
import { PlansPanel } from '#web/features/kiosk/metrics/plans-panel.tsx'
import { Revenue } from '#web/features/kiosk/metrics/revenue.tsx'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

// The library of charts is bigger than the rest of the kiosk, so the numbers above do not wait for it.
const Charts = lazy(retryingImport(() => import('#web/features/kiosk/metrics/charts.tsx')))

type Range = { from: string | null; to: string | null }
const newest: Range = { from: null, to: null }

/** The newest days, or those of a range, as four charts and as CSV. */
const ChartsPanel = ({ onExplain }: { onExplain: Explain }) => {
  const [range, setRange] = useState(newest)
  const { from, to } = range
  const narrowed = from !== null || to !== null
  const query = useQuery({
    ...oneQuery(listIndicators, undefined, { ...(from ? { from } : {}), ...(to ? { to } : {}) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const days = query.data?.indicators ?? []
  return (
    <Panel title="Day by day" wide>
      <search className={styles.range} aria-label="Days">
        <DateField label="From" value={from} onChange={(from) => setRange({ from, to })} />
        <DateField label="To" value={to} onChange={(to) => setRange({ from, to })} />
        {narrowed && (
          <Button variant="subtle" onClick={() => setRange(newest)}>
            Newest days
          </Button>
        )}
        <SaveCsvButton name="metrics.csv" rows={() => days} disabled={days.length === 0}>
          Save as CSV
        </SaveCsvButton>
      </search>
      <Loaded query={query} label="Loading the days">
        {({ indicators }) =>
          indicators.length === 0 ? (
            <EmptyHint icon="calendar">There is nothing to show for these days.</EmptyHint>
          ) : (
            <Suspense fallback={<Waiting label="Loading the charts" />}>
              <Charts days={indicators} narrowed={narrowed} onExplain={onExplain} />
            </Suspense>
          )
        }
      </Loaded>
    </Panel>
  )
}

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
