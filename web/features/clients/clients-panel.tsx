import { lazy, type ReactNode, Suspense, useId } from 'react'
import { type Client, listClients } from '#schemas/resources/clients.ts'
import { searchClients } from '#schemas/resources/search.ts'
import { counted } from '#schemas/text/counted.ts'
import { CardGrid } from '#web/components/card-grid.tsx'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import type { Column } from '#web/components/list/column.ts'
import { Records } from '#web/components/list/records.tsx'
import { RecordsList } from '#web/components/list/records-list.tsx'
import { useOwn } from '#web/components/own/use-own.ts'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { RecordCard } from '#web/components/record-card.tsx'
import { initials, Thumbnail } from '#web/components/thumbnail.tsx'
import { clientFeature } from '#web/features/clients/client-feature.ts'
import { clientsBy, useListAddress } from '#web/lib/list-address.ts'
import { listQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

const clientColumns: readonly Column<Client>[] = [
  {
    name: 'name',
    label: 'Name',
    width: 360,
    cell: ({ id, name }) => (
      <TextLink to="/dashboard/clients/$id" params={{ id }} hash="/sites" c="inherit" inherit>
        {name}
      </TextLink>
    ),
  },
  { name: 'site_count', label: 'Sites', width: 110, kind: 'number' },
  { name: 'external_id', label: 'External ID', width: 180 },
]

/** A client: thumbnail, name, and links to its sites. */
const ClientCard = ({ client, own }: { client: Client; own: ReactNode }) => {
  const can = useCan()
  const heading = useId()
  const sites = { to: '/dashboard/clients/$id', params: { id: client.id }, hash: '/sites' } as const
  const label = client.site_count === 0 && can('sites.create') ? 'Add Sites' : 'View Sites'
  return (
    <RecordCard
      headingId={heading}
      name={client.name}
      menu={<RecordMenu feature={clientFeature} record={client} />}
      thumbnail={
        <TextLink {...sites} tabIndex={-1} aria-hidden underline="never">
          <Thumbnail src={client.thumbnail_url} icon="building" initials={initials(client.name)} />
        </TextLink>
      }
      detail={
        <>
          {counted(client.site_count, 'site', 'sites')}
          {own}
        </>
      }
      actions={
        can('sites.view') && (
          <ButtonLink {...sites} variant="default" size="xs" fullWidth aria-describedby={heading}>
            {label}
          </ButtonLink>
        )
      }
    />
  )
}

// The form's code loads in parallel with the list, not before it.
const AddClientForm = lazy(
  retryingImport(async () => ({ default: (await import('#web/features/clients/add-client-form.tsx')).AddClientForm })),
)

// Only own fields are filters of clients.
const ListFilters = lazy(
  retryingImport(async () => ({ default: (await import('#web/components/list/list-filters.tsx')).ListFilters })),
)

/** The team's clients, and below them the form that adds one. */
export const ClientsPanel = () => {
  const mayCreate = useCan()('clients.create')
  const search = useListSearch()
  const hint = mayCreate ? 'To get started, add your first client below…' : 'No clients have been added yet.'
  const { address } = useListAddress()
  const own = useOwn('clients')
  const columns = own?.columns(clientColumns) ?? clientColumns
  const by = clientsBy(address)
  const query = search.text
    ? listQuery(searchClients, { query: search.text }, by)
    : listQuery(listClients, undefined, by)
  return (
    <>
      <Records
        kind="clients"
        columns={columns}
        query={query}
        search={search}
        filtered={own?.names.some((name) => address[name] !== undefined) ?? false}
        filters={
          own && (
            <Suspense>
              <ListFilters names={own.names}>{own.filters}</ListFilters>
            </Suspense>
          )
        }
        viewed
        form={
          mayCreate && (
            <Suspense>
              <AddClientForm />
            </Suspense>
          )
        }
        hint={hint}
      >
        {(clients, total) => (
          <RecordsList
            kind="clients"
            columns={columns}
            rows={clients}
            total={total}
            actions={(client) => <RecordMenu feature={clientFeature} record={client} />}
          >
            <CardGrid label="Clients" rows={clients} total={total}>
              {(client) => <ClientCard client={client} own={own?.card(client)} />}
            </CardGrid>
          </RecordsList>
        )}
      </Records>
      <DialogsOutlet dialogs={clientFeature.dialogs} />
    </>
  )
}
