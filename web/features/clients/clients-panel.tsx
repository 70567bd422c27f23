import { lazy, Suspense } from 'react'
import { listClients } from '#schemas/resources/clients.ts'
import { searchClients } from '#schemas/resources/search.ts'
import { CardGrid } from '#web/components/card-grid.tsx'
import { Records } from '#web/components/list/records.tsx'
import { RecordsList } from '#web/components/list/records-list.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { ClientCard } from '#web/features/clients/client-card.tsx'
import { clientColumns } from '#web/features/clients/client-columns.tsx'
import { clientFeature } from '#web/features/clients/client-feature.ts'
import { sortIn, useListAddress } from '#web/lib/list-address.ts'
import { listQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

// The form's code loads in parallel with the list, not before it.
const AddClientForm = lazy(
  retryingImport(async () => ({ default: (await import('#web/features/clients/add-client-form.tsx')).AddClientForm })),
)

/** The team's clients, and below them the form that adds one. */
export const ClientsPanel = () => {
  const mayCreate = useCan()('clients.create')
  const search = useListSearch()
  const hint = mayCreate ? 'To get started, add your first client below…' : 'No clients have been added yet.'
  const by = sortIn('clients', useListAddress().address)
  const query = search.text
    ? listQuery(searchClients, { query: search.text }, by)
    : listQuery(listClients, undefined, by)
  return (
    <>
      <Records
        kind="clients"
        columns={clientColumns}
        query={query}
        search={search}
        viewed
        addable={mayCreate}
        hint={hint}
      >
        {(clients, total) => (
          <RecordsList
            kind="clients"
            columns={clientColumns}
            rows={clients}
            total={total}
            actions={(client) => <RecordMenu feature={clientFeature} record={client} />}
          >
            <CardGrid label="Clients" rows={clients} total={total}>
              {(client) => <ClientCard client={client} />}
            </CardGrid>
          </RecordsList>
        )}
      </Records>
      {mayCreate && (
        <Suspense>
          <AddClientForm />
        </Suspense>
      )}
      <DialogsOutlet dialogs={clientFeature.dialogs} />
    </>
  )
}
