import { type ExpiringClient, listExpiringClients } from '#schemas/resources/expiring.ts'
import { TextLink } from '#web/components/links.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import table from '#web/components/table.module.css'
import { dueFilter } from '#web/lib/due.ts'
import { listQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

type Count = (client: ExpiringClient) => number

/** The files of a client that expire so soon, as a number that leads to their list. */
const countColumn = (heading: string, expires: string, countOf: Count): PlainColumn<ExpiringClient> => ({
  heading,
  cell: (client) => {
    const count = countOf(client).toLocaleString('en-GB')
    return count === '0' ? (
      count
    ) : (
      <TextLink
        to="/dashboard"
        search={{ client: client.client_id, expires, sort: 'expires_at' }}
        hash="/files"
        inherit
        aria-label={`${heading}: ${count}, ${client.client_name}`}
      >
        {count}
      </TextLink>
    )
  },
})

const ClientName = ({ client: { client_id, client_name } }: { client: ExpiringClient }) =>
  useCan()('clients.view') ? (
    <TextLink to="/dashboard/clients/$id" params={{ id: client_id }} hash="/files" c="inherit" inherit>
      {client_name}
    </TextLink>
  ) : (
    client_name
  )

const columns: readonly PlainColumn<ExpiringClient>[] = [
  { heading: 'Client', title: ({ client_name }) => client_name, cell: (client) => <ClientName client={client} /> },
  { heading: 'Earliest date', className: table.whole, cell: ({ first_expires_at }) => first_expires_at },
  countColumn('Expired', 'expired', ({ expired }) => expired),
  countColumn('Within 7 days', '7d', ({ within_7_days }) => within_7_days),
  countColumn('Within 30 days', '30d', ({ within_30_days }) => within_30_days),
  countColumn('Within 60 days', '60d', ({ within_60_days }) => within_60_days),
]

/** The clients with files that have expired or expire soon; each number leads to the list that has so many. */
export const ExpiringPanel = () => (
  <PagedList
    query={listQuery(listExpiringClients)}
    nouns={['client', 'clients']}
    empty={<EmptyHint icon="calendar">No file has expired, and none expires within 60 days.</EmptyHint>}
  >
    {(clients) => (
      <PlainTable label="Expiry by client" columns={columns} rows={clients} keyOf={({ client_id }) => client_id} />
    )}
  </PagedList>
)

/** Expiring files by client, for those who may view files. */
const ExpiringPage = () => {
  return (
    <DashboardPart
      title="Expiry by client"
      detail="Files that have expired, and those that expire within 60 days"
      seen={useCan()('files.view')}
    >
      <p>
        <TextLink to="/dashboard" search={{ expires: dueFilter(), sort: 'expires_at' }} hash="/files">
          All of them by date
        </TextLink>
      </p>
      <ExpiringPanel />
    </DashboardPart>
  )
}

export default ExpiringPage
