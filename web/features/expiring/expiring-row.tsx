import type { ExpiringClient } from '#schemas/resources/expiring.ts'
import { TextLink } from '#web/components/links.tsx'
import table from '#web/components/table.module.css'
import { useCan } from '#web/lib/session.ts'

/** A client with its numbers of files; on a phone, a card with labels. */
export const ExpiringRow = ({ client }: { client: ExpiringClient }) => {
  const { client_id, client_name, first_expires_at } = client
  const mayView = useCan()('clients.view')
  const numbers = [
    { label: 'Expired', count: client.expired, expires: 'expired' },
    { label: 'Within 7 days', count: client.within_7_days, expires: '7d' },
    { label: 'Within 30 days', count: client.within_30_days, expires: '30d' },
    { label: 'Within 60 days', count: client.within_60_days, expires: '60d' },
  ]
  return (
    <tr>
      <th scope="row" title={client_name}>
        {mayView ? (
          <TextLink to="/dashboard/clients/$id" params={{ id: client_id }} hash="/files" c="inherit" inherit>
            {client_name}
          </TextLink>
        ) : (
          client_name
        )}
      </th>
      <td className={table.whole} data-label="Earliest date">
        {first_expires_at}
      </td>
      {numbers.map(({ label, count, expires }) => (
        <td key={label} data-label={label}>
          {count === 0 ? (
            '0'
          ) : (
            <TextLink
              to="/dashboard"
              search={{ client: client_id, expires }}
              hash="/files"
              inherit
              aria-label={`${label}: ${count.toLocaleString('en-GB')}, ${client_name}`}
            >
              {count.toLocaleString('en-GB')}
            </TextLink>
          )}
        </td>
      ))}
    </tr>
  )
}
