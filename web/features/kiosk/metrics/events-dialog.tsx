import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listMetricEvents,
  type Metric,
  type MetricsReplay,
  replayMetrics,
  showMetricsReplay,
} from '#schemas/resources/metrics.ts'
import { counted } from '#schemas/text/counted.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { today } from '#schemas/time/dates.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import { Failure } from '#web/components/query-state.tsx'
import styles from '#web/features/kiosk/metrics/charts.module.css'
import { metricChange, metricNames } from '#web/features/kiosk/metrics/metric-words.ts'
import { callApi } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Milliseconds between two looks at a replay. */
const pause = 500

const outcomeOf = ({ state, share, reason, result }: MetricsReplay): string => {
  if (state === 'running') return `Reading the log: ${Math.round(share * 100)}%`
  if (!result) return `The check failed: ${reason}`
  const differing = result.differing + result.elsewhere
  if (differing === 0) return 'The log says the same, of this day and of all others.'
  return `${counted(differing, 'day differs', 'days differ')} from the log. siteledger metrics replay shows them and puts them right.`
}

/** Works a day out from the log again and says whether its numbers are the same; nothing is changed. */
const ReplayCheck = ({ day }: { day: string }) => {
  const queries = useQueryClient()
  const query = oneQuery(showMetricsReplay)
  const start = useMutation({
    mutationFn: () => callApi(replayMetrics, { body: { from: day, to: day, dry_run: true, events: false } }),
    onSuccess: ({ data }) => queries.setQueryData(query.queryKey, data),
  })
  const replay = useQuery({
    ...query,
    enabled: start.isSuccess,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pause : false),
  })
  const running = start.isPending || replay.data?.state === 'running'
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" disabled={running} onClick={() => start.mutate()}>
        Check against the log
      </Button>
      {start.error && <Failure error={start.error} />}
      {start.isSuccess && replay.data && (
        <Text size="md" role="status">
          {outcomeOf(replay.data)}
        </Text>
      )}
    </Stack>
  )
}

type Props = { first: Metric; opened: boolean; onClose: () => void }

/** The events that changed a number on a UTC day, and a check of that day against the log. */
const EventsDialog = ({ first, opened, onClose }: Props) => {
  const [metric, setMetric] = useState(first)
  const [day, setDay] = useState<string>(today(new Date(), 'UTC'))
  const query = useQuery({
    ...oneQuery(listMetricEvents, { day: day as CalendarDate }, { metric }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Dialog title="How it came about" opened={opened} onClose={onClose} size="lg">
      <Stack gap="md">
        <search className={styles.range} aria-label="Number and day">
          <NativeSelect
            label="Number"
            value={metric}
            onChange={(event) => setMetric(event.currentTarget.value as Metric)}
            data={Object.entries(metricNames).map(([value, label]) => ({ value, label }))}
          />
          <DateField label="Day (UTC)" value={day} onChange={(picked) => picked && setDay(picked)} />
        </search>
        <Loaded query={query} label="Loading events">
          {({ total, events }) =>
            total === 0 ? (
              <Text size="md">Nothing changed this number on that day.</Text>
            ) : (
              <>
                <Text size="md">
                  {events.length < total ? `The first ${events.length} of ` : ''}
                  {counted(total, 'event', 'events')}
                </Text>
                <PlainTable
                  label="Events"
                  columns={[
                    { heading: 'Event', cell: ({ type }) => type },
                    { heading: 'Change', cell: (event) => metricChange(event.metric, event.change) },
                    { heading: 'Position in the log', cell: ({ position }) => position },
                  ]}
                  rows={events}
                  keyOf={(event) => `${event.position} ${event.metric}`}
                />
              </>
            )
          }
        </Loaded>
        <ReplayCheck key={day} day={day} />
      </Stack>
    </Dialog>
  )
}

export default EventsDialog
