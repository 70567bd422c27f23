import { useQuery } from '@tanstack/react-query'
import { type DayOfTraffic, type Deliveries, listTraffic } from '#schemas/resources/traffic.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import { dayMonthYear } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Days that are shown; those that are saved are `savedDays`. */
const shownDays = 14
const savedDays = 90

/** Messages that reached nobody, for whatever reason. */
const unsent = ({ nobody, 'too-old': tooOld, refused }: Deliveries): number => nobody + tooOld + refused

const columns: readonly PlainColumn<DayOfTraffic>[] = [
  { heading: 'Day (UTC)', cell: ({ day }) => dayMonthYear(day) },
  { heading: 'Events', cell: ({ events }) => events.toLocaleString('en-GB') },
  { heading: 'Log grew by', cell: ({ log_bytes }) => humanReadableSize(log_bytes) },
  { heading: 'Mails sent', cell: ({ mails }) => mails.sent.toLocaleString('en-GB') },
  { heading: 'Mails refused', cell: ({ mails }) => mails.refused.toLocaleString('en-GB') },
  {
    heading: 'Mails too old, or to nobody',
    cell: ({ mails }) => (mails['too-old'] + mails.nobody).toLocaleString('en-GB'),
  },
  { heading: 'Texts sent', cell: ({ texts }) => texts.sent.toLocaleString('en-GB') },
  { heading: 'Texts not sent', cell: ({ texts }) => unsent(texts).toLocaleString('en-GB') },
]

const rowOf = ({ day, events, log_bytes, mails, texts }: DayOfTraffic) => ({
  day,
  events,
  log_bytes,
  ...Object.fromEntries(Object.entries(mails).map(([delivery, many]) => [`mails_${delivery}`, many])),
  ...Object.fromEntries(Object.entries(texts).map(([delivery, many]) => [`texts_${delivery}`, many])),
})

/** The traffic of each UTC day: events, the growth of the log, and the outcomes of mails and texts; also as CSV. */
export const TrafficPanel = () => {
  const query = useQuery({ ...oneQuery(listTraffic, {}, { days: savedDays }), staleTime: 0 })
  return (
    <Panel title="Deliveries and growth" wide>
      <Loaded query={query} label="Loading days">
        {(days) => (
          <>
            <PlainTable label="Day by day" columns={columns} rows={days.slice(0, shownDays)} keyOf={({ day }) => day} />
            <SaveCsvButton name="traffic.csv" rows={() => days.map(rowOf)} style={{ justifySelf: 'start' }}>
              {`Save ${savedDays} days as CSV`}
            </SaveCsvButton>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
