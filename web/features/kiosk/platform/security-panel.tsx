import { useQuery } from '@tanstack/react-query'
import { listSecurityEvents } from '#schemas/resources/security-events.ts'
import type { SecurityEvent } from '#schemas/rights/security-events.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import { oneQuery } from '#web/lib/queries.ts'

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
export const SecurityPanel = () => {
  const query = useQuery({ ...oneQuery(listSecurityEvents), staleTime: 0 })
  return (
    <Panel title="Security events" wide>
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
    </Panel>
  )
}
