import { NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Metric } from '#schemas/resources/metrics.ts'
import { listMetricEvents } from '#schemas/resources/metrics.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { today } from '#schemas/time/dates.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import styles from '#web/features/kiosk/metrics/charts.module.css'
import { metricChange, metricNames } from '#web/features/kiosk/metrics/metric-words.ts'
import { ReplayCheck } from '#web/features/kiosk/metrics/replay-check.tsx'
import { counted } from '#web/lib/counted.ts'
import { oneQuery } from '#web/lib/queries.ts'

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
