import { Button } from '@mantine/core'
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  countClients,
  countFiles,
  countSites,
  countTeams,
  countUsers,
  type Metric,
  sumFileSizes,
} from '#schemas/resources/metrics.ts'
import { listIndicators } from '#schemas/resources/performance-indicators.ts'
import { DateField } from '#web/components/date-field.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyHint, Waiting } from '#web/components/query-state.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import styles from '#web/features/kiosk/metrics/charts.module.css'
import { type Explain, Figure } from '#web/features/kiosk/metrics/figure.tsx'
import figuresStyles from '#web/features/kiosk/metrics/figures.module.css'
import { metricAmount, metricNames } from '#web/features/kiosk/metrics/metric-words.ts'
import { PlansPanel } from '#web/features/kiosk/metrics/plans-panel.tsx'
import { Revenue } from '#web/features/kiosk/metrics/revenue.tsx'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

/** Several queries as one, which has data once each of them has. */
const merged = <Data,>(queries: readonly UseQueryResult<Data>[]) => {
  const answers = queries.map(({ data }) => data)
  return {
    data: answers.every((answer) => answer !== undefined) ? (answers as Data[]) : undefined,
    isPending: queries.some(({ isPending }) => isPending),
    error: queries.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}

const counters = [
  { metric: 'teams', query: oneQuery(countTeams) },
  { metric: 'users', query: oneQuery(countUsers) },
  { metric: 'clients', query: oneQuery(countClients) },
  { metric: 'sites', query: oneQuery(countSites) },
  { metric: 'files', query: oneQuery(countFiles) },
  { metric: 'files_size', query: oneQuery(sumFileSizes) },
] as const

/** The six numbers of the whole platform, without what is in the trash (D-35). */
const Counters = ({ onExplain }: { onExplain: Explain }) => {
  const query = useQueries({
    queries: counters.map(({ query }) => ({ ...query, staleTime: 0 })),
    combine: (counts) => merged(counts),
  })
  return (
    <Loaded query={query} label="Loading the counters">
      {(counts) => (
        <dl className={figuresStyles.figures} aria-label="The whole platform">
          {counters.map(({ metric }, at) => (
            <Figure
              key={metric}
              label={metricNames[metric]}
              value={metricAmount(metric, counts[at] ?? 0)}
              onExplain={() => onExplain(metric)}
            />
          ))}
        </dl>
      )}
    </Loaded>
  )
}

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
