import { useQuery } from '@tanstack/react-query'
import type { Client } from '#schemas/resources/clients.ts'
import { searchVisits, searchVisitsOfClient, searchVisitsOfSite } from '#schemas/resources/search.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { listSites, listSitesOfClient } from '#schemas/resources/sites.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import { listVisits, listVisitsOfClient, listVisitsOfSite } from '#schemas/resources/visits.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListFilters } from '#web/components/list/list-filters.tsx'
import { ListTools } from '#web/components/list/list-tools.tsx'
import { SavedViews } from '#web/components/list/saved-views.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { AddVisitForm } from '#web/features/visits/add-visit-form.tsx'
import { visitFeature } from '#web/features/visits/visit-feature.ts'
import { VisitsTable } from '#web/features/visits/visits-table.tsx'
import { useListAddress, visitFilterNames, visitsBy } from '#web/lib/list-address.ts'
import { listQuery, offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

type Scope = { client?: Client; site?: Site }

/** The columns of a CSV file of visits: those of the table, without the client and the site of the page. */
const columnsOf = ({ client, site }: Scope): readonly Column<Visit>[] => {
  const all: Column<Visit>[] = [
    { name: 'name', label: 'Visit Name', width: 0, text: ({ name }) => name },
    { name: 'client_name', label: 'Client', width: 0, text: ({ client_name }) => client_name },
    { name: 'site_name', label: 'Site', width: 0, text: ({ site_name }) => site_name },
    { name: 'started_at', label: 'Start Date', width: 0, text: ({ started_at }) => started_at },
    { name: 'ended_at', label: 'End Date', width: 0, text: ({ ended_at }) => ended_at },
  ]
  const left = [...(client || site ? ['client_name'] : []), ...(site ? ['site_name'] : [])]
  return all.filter(({ name }) => !left.includes(name))
}

/** The visits of a scope: all, or those that match a search. */
const visitsOf = ({ client, site }: Scope, query: string, by: ReturnType<typeof visitsBy>) => {
  if (site) {
    const { id } = site
    return query ? listQuery(searchVisitsOfSite, { id, query }, by) : listQuery(listVisitsOfSite, { id }, by)
  }
  if (client) {
    const { id } = client
    return query ? listQuery(searchVisitsOfClient, { id, query }, by) : listQuery(listVisitsOfClient, { id }, by)
  }
  return query ? listQuery(searchVisits, { query }, by) : listQuery(listVisits, undefined, by)
}

/** Visits of the team, a client or a site, and below them the form that adds one. */
export const VisitsPanel = (scope: Scope) => {
  const { client, site } = scope
  const can = useCan()
  const mayCreate = can('visits.create')
  const search = useListSearch()
  const sites = client ? offerQuery(listSitesOfClient, { id: client.id }) : offerQuery(listSites)
  const known = useQuery({ ...sites, enabled: !site && can('sites.view') })
  const hasSites = site !== undefined || (known.data?.total ?? 0) > 0

  const hint = () => {
    if (known.isSuccess && !hasSites) {
      return can('sites.create')
        ? 'Before you can add your first visit, you will first need to add a site.'
        : 'No sites have been added yet.'
    }
    if (!mayCreate) return 'No visits have been added yet.'
    return site ? `Add your first visit for ${site.name} below…` : 'Add your first visit below…'
  }
  const { address } = useListAddress()
  const place = site ? 'site' : client ? 'client' : 'team'
  const names = visitFilterNames(place)
  const query = visitsOf(scope, search.text, visitsBy(place, address))
  return (
    <>
      <PagedList
        query={query}
        filtered={names.some((name) => address[name] !== undefined)}
        filter={
          <>
            <ListFilters within={place} clientId={client?.id} names={names} />
            {place === 'team' && <SavedViews kind="visits" columns={[]} />}
          </>
        }
        tools={<ListTools kind="visits" columns={columnsOf(scope)} query={query} besides={null} />}
        nouns={['visit', 'visits']}
        search={search}
        addable={mayCreate}
        undecided={known.isLoading}
        empty={<EmptyHint icon="calendar">{hint()}</EmptyHint>}
      >
        {(visits, total) => (
          <VisitsTable visits={visits} total={total} withClient={!client && !site} withSite={!site} />
        )}
      </PagedList>
      {mayCreate && hasSites && <AddVisitForm sites={known.data} site={site} clientId={client?.id} />}
      <DialogsOutlet dialogs={visitFeature.dialogs} />
    </>
  )
}
