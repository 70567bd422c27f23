import { listClients } from '#schemas/resources/clients.ts'
import { CardGrid } from '#web/components/card-grid.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { AddClientForm } from '#web/features/clients/add-client-form.tsx'
import { ClientCard } from '#web/features/clients/client-card.tsx'
import { listQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

/** The team's clients, and below them the form that adds one (CLNT-03, CLNT-05, CLNT-08, CLNT-09). */
export const ClientsPanel = () => {
  const mayCreate = useCan()('clients.create')
  const hint = mayCreate ? 'To get started, add your first client below…' : 'No clients have been added yet.'
  return (
    <>
      <PagedList
        query={listQuery(listClients)}
        nouns={['client', 'clients']}
        addable={mayCreate}
        empty={<EmptyHint icon="building">{hint}</EmptyHint>}
      >
        {(clients) => (
          <CardGrid label="Clients">
            {clients.map((client) => (
              <ClientCard key={client.id} client={client} />
            ))}
          </CardGrid>
        )}
      </PagedList>
      {mayCreate && <AddClientForm />}
    </>
  )
}
