import type { ComponentType } from 'react'
import { listSecurityEvents } from '#schemas/resources/security-events.ts'
import { type DayOfTraffic, type Deliveries, listTraffic } from '#schemas/resources/traffic.ts'
import type { SecurityEvent } from '#schemas/rights/security-events.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import { BillingPanel } from '#web/features/kiosk/platform/billing-panel.tsx'
import { FoldedPanel } from '#web/features/kiosk/platform/folded-panel.tsx'
import { HealthLine, useHealth } from '#web/features/kiosk/platform/health-line.tsx'
import type { Troubles } from '#web/features/kiosk/platform/health-words.ts'
import { OperationsPanel } from '#web/features/kiosk/platform/operations-panel.tsx'
import { QueuesPanel } from '#web/features/kiosk/platform/queues-panel.tsx'
import { ReadModelsPanel } from '#web/features/kiosk/platform/read-models-panel.tsx'
import { ReplicasPanel } from '#web/features/kiosk/platform/replicas-panel.tsx'
import { StoragePanel } from '#web/features/kiosk/platform/storage-panel.tsx'
import { dayMonthYear } from '#web/lib/dates.ts'
import { useFresh } from '#web/lib/queries.ts'

const names: Record<SecurityEvent, string> = {
  sign_in_failed: 'Sign-ins that failed',
  code_refused: 'Codes refused',
  password_refused: 'Passwords refused',
  token_refused: 'Tokens refused',
  client_refused: 'Apps refused',
  grant_refused: 'Codes of apps refused',
  grant_reused: 'Codes of apps used twice',
  webhook_refused: 'Webhooks without signature',
  link_refused: 'Share links that lead nowhere',
  access_refused: 'Rights refused',
  foreign_origin: 'Requests of other sites',
  throttled: 'Ceilings reached',
  texts_ended: 'Texts beyond the day’s ceiling',
  identity_confirmed: 'Passwords confirmed',
  content_read: 'Files opened',
  data_exported: 'Own data saved',
  malware_refused: 'Malware refused',
  operator_looked: 'Looks of operators',
  operator_acted: 'Actions of operators',
}

type Kind = [event: SecurityEvent, name: string]

const spans = [1, 7, 30] as const

/** How many security events of each kind there were lately, by UTC days. */
const SecurityPanel = () => {
  const query = useFresh(listSecurityEvents)
  return (
    <Loaded query={query} label="Loading security events">
      {(days) => (
        <PlainTable
          label="Security events"
          columns={[
            { heading: 'What', cell: ([, name]) => name },
            ...spans.map((span) => ({
              heading: span === 1 ? 'Today' : `${span} days`,
              cell: ([event]: Kind) =>
                days
                  .slice(0, span)
                  .reduce((sum, { counts }) => sum + counts[event], 0)
                  .toLocaleString('en-GB'),
            })),
          ]}
          rows={Object.entries(names) as Kind[]}
          keyOf={([event]) => event}
        />
      )}
    </Loaded>
  )
}

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
  const query = useFresh(listTraffic, {}, { days: savedDays })
  return (
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
  )
}

type Part = [title: string, Content: ComponentType, of?: keyof Troubles]

const parts: readonly Part[] = [
  ['Replicas', ReplicasPanel, 'replicas'],
  ['Read models', ReadModelsPanel, 'models'],
  ['Queues', QueuesPanel, 'queues'],
  ['Billing', BillingPanel, 'billing'],
  ['Storage', StoragePanel, 'storage'],
  ['Deliveries and growth', TrafficPanel],
  ['Security events', SecurityPanel],
  ['History', OperationsPanel],
]

/** How the installation is, and what operators mend it with: folded, except where something is wrong. */
const PlatformTab = () => {
  const { failed, troubles } = useHealth()
  return (
    <>
      <HealthLine failed={failed.length > 0} troubles={troubles} />
      {parts.map(([title, Content, of]) => (
        <FoldedPanel
          key={title}
          title={title}
          wrong={of !== undefined && (failed.includes(of) || (troubles?.[of].length ?? 0) > 0)}
        >
          <Content />
        </FoldedPanel>
      ))}
    </>
  )
}

export default PlatformTab
