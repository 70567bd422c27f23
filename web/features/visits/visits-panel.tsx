import { useQuery } from '@tanstack/react-query'
import type { Client } from '#schemas/resources/clients.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { AddVisitForm } from '#web/features/visits/add-visit-form.tsx'
import { visitFeature } from '#web/features/visits/visit-feature.ts'
import { VisitsTable } from '#web/features/visits/visits-table.tsx'
import { searchVisits, searchVisitsOfClient, searchVisitsOfSite } from '#web/lib/calls/search.ts'
import { listSites, listSitesOfClient } from '#web/lib/calls/sites.ts'
import { listVisits, listVisitsOfClient, listVisitsOfSite } from '#web/lib/calls/visits.ts'
import { listQuery, offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

type Scope = { client?: Client; site?: Site }

/** The visits of a scope: all, or those that match a search (VIS-01, VIS-04, VIS-05). */
const visitsOf = ({ client, site }: Scope, query: string) => {
  if (site) {
    const { id } = site
    return query ? listQuery(searchVisitsOfSite, { id, query }) : listQuery(listVisitsOfSite, { id })
  }
  if (client) {
    const { id } = client
    return query ? listQuery(searchVisitsOfClient, { id, query }) : listQuery(listVisitsOfClient, { id })
  }
  return query ? listQuery(searchVisits, { query }) : listQuery(listVisits)
}

/** Visits of the team, a client or a site, and below them the form that adds one (VIS-01 to VIS-05, VIS-28). */
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
  return (
    <>
      <PagedList
        query={visitsOf(scope, search.text)}
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
