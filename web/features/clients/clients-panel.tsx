import { lazy, Suspense } from 'react'
import { CardGrid } from '#web/components/card-grid.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { ClientCard } from '#web/features/clients/client-card.tsx'
import { clientFeature } from '#web/features/clients/client-feature.ts'
import { listClients } from '#web/lib/calls/clients.ts'
import { searchClients } from '#web/lib/calls/search.ts'
import { listQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

// The form's code loads in parallel with the list, not before it.
const AddClientForm = lazy(
  retryingImport(async () => ({ default: (await import('#web/features/clients/add-client-form.tsx')).AddClientForm })),
)

/** The team's clients, and below them the form that adds one (CLNT-01 to CLNT-09). */
export const ClientsPanel = () => {
  const mayCreate = useCan()('clients.create')
  const search = useListSearch()
  const hint = mayCreate ? 'To get started, add your first client below…' : 'No clients have been added yet.'
  return (
    <>
      <PagedList
        query={search.text ? listQuery(searchClients, { query: search.text }) : listQuery(listClients)}
        nouns={['client', 'clients']}
        search={search}
        addable={mayCreate}
        empty={<EmptyHint icon="building">{hint}</EmptyHint>}
      >
        {(clients, total) => (
          <CardGrid label="Clients" rows={clients} total={total}>
            {(client) => <ClientCard client={client} />}
          </CardGrid>
        )}
      </PagedList>
      {mayCreate && (
        <Suspense>
          <AddClientForm />
        </Suspense>
      )}
      <DialogsOutlet dialogs={clientFeature.dialogs} />
    </>
  )
}
