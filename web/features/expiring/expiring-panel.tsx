import { listExpiringClients } from '#schemas/resources/expiring.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import table from '#web/components/table.module.css'
import { ExpiringRow } from '#web/features/expiring/expiring-row.tsx'
import { listQuery } from '#web/lib/queries.ts'

const headings = ['Client', 'Earliest date', 'Expired', 'Within 7 days', 'Within 30 days', 'Within 60 days']

/** The clients with files that have expired or expire soon; each number leads to the list that has so many. */
export const ExpiringPanel = () => (
  <PagedList
    query={listQuery(listExpiringClients)}
    nouns={['client', 'clients']}
    empty={<EmptyHint icon="calendar">No file has expired, and none expires within 60 days.</EmptyHint>}
  >
    {(clients) => (
      <div className={table.frame}>
        <table className={table.table} aria-label="Expiry by client">
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {clients.map((client) => (
              <ExpiringRow key={client.client_id} client={client} />
            ))}
          </tbody>
        </table>
      </div>
    )}
  </PagedList>
)
