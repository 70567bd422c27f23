import { useQuery } from '@tanstack/react-query'
import type { DayOfTraffic, Deliveries } from '#schemas/resources/traffic.ts'
import { listTraffic } from '#schemas/resources/traffic.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import table from '#web/components/table.module.css'
import { dayMonthYear } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Days that are shown; those that are saved are `savedDays`. */
const [shownDays, savedDays] = [14, 90]

/** Messages that reached nobody, for whatever reason. */
const unsent = ({ nobody, 'too-old': tooOld, refused }: Deliveries): number => nobody + tooOld + refused

const columns: readonly (readonly [string, (day: DayOfTraffic) => string])[] = [
  ['Events', ({ events }) => events.toLocaleString('en-GB')],
  ['Log grew by', ({ log_bytes }) => humanReadableSize(log_bytes)],
  ['Mails sent', ({ mails }) => mails.sent.toLocaleString('en-GB')],
  ['Mails refused', ({ mails }) => mails.refused.toLocaleString('en-GB')],
  ['Mails too old, or to nobody', ({ mails }) => (mails['too-old'] + mails.nobody).toLocaleString('en-GB')],
  ['Texts sent', ({ texts }) => texts.sent.toLocaleString('en-GB')],
  ['Texts not sent', ({ texts }) => unsent(texts).toLocaleString('en-GB')],
]

const rowOf = ({ day, events, log_bytes, mails, texts }: DayOfTraffic) => ({
  ...{ day, events, log_bytes },
  ...Object.fromEntries(Object.entries(mails).map(([delivery, many]) => [`mails_${delivery}`, many])),
  ...Object.fromEntries(Object.entries(texts).map(([delivery, many]) => [`texts_${delivery}`, many])),
})

/** What came each UTC day: events, the growth of the log, and what became of mails and texts; also as CSV. */
export const TrafficPanel = () => {
  const query = useQuery({ ...oneQuery(listTraffic, {}, { days: savedDays }), staleTime: 0 })
  return (
    <Panel title="Deliveries and growth" wide>
      <Loaded query={query} label="Loading days">
        {(days) => (
          <>
            <div className={table.frame}>
              <table className={table.table} aria-label="Day by day">
                <thead>
                  <tr>
                    <th scope="col">Day (UTC)</th>
                    {columns.map(([heading]) => (
                      <th key={heading} scope="col">
                        {heading}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {days.slice(0, shownDays).map((each) => (
                    <tr key={each.day}>
                      <th scope="row">{dayMonthYear(each.day)}</th>
                      {columns.map(([heading, of]) => (
                        <td key={heading} data-label={heading}>
                          {of(each)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <SaveCsvButton name="traffic.csv" rows={() => days.map(rowOf)} style={{ justifySelf: 'start' }}>
              {`Save ${savedDays} days as CSV`}
            </SaveCsvButton>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
