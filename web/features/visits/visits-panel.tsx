import { useQuery } from '@tanstack/react-query'
import type { Client } from '#schemas/resources/clients.ts'
import { listSites, listSitesOfClient, type Site } from '#schemas/resources/sites.ts'
import { listVisits, listVisitsOfClient, listVisitsOfSite } from '#schemas/resources/visits.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { AddVisitForm } from '#web/features/visits/add-visit-form.tsx'
import { VisitsTable } from '#web/features/visits/visits-table.tsx'
import { choicesQuery, listQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Scope = { client?: Client; site?: Site }

const visitsOf = ({ client, site }: Scope) => {
  if (site) return listQuery(listVisitsOfSite, { id: site.id })
  return client ? listQuery(listVisitsOfClient, { id: client.id }) : listQuery(listVisits)
}

/** Visits of the team, of one client or of one site, and below them the form that adds one (VIS-02 to VIS-05). */
export const VisitsPanel = ({ client, site }: Scope) => {
  const can = useCan()
  const mayCreate = can('visits.create')
  const choices = client ? choicesQuery(listSitesOfClient, { id: client.id }) : choicesQuery(listSites)
  const known = useQuery({ ...choices, enabled: !site && can('sites.view') })
  const sites = site ? [site] : (known.data ?? [])

  const hint = () => {
    if (known.isSuccess && sites.length === 0) {
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
        query={visitsOf({ ...(client ? { client } : {}), ...(site ? { site } : {}) })}
        nouns={['visit', 'visits']}
        addable={mayCreate}
        waiting={known.isLoading}
        empty={<EmptyHint icon="calendar">{hint()}</EmptyHint>}
      >
        {(visits) => <VisitsTable visits={visits} withClient={!client && !site} withSite={!site} />}
      </PagedList>
      {mayCreate && sites.length > 0 && <AddVisitForm sites={sites} {...(site ? { site } : {})} grouped={!client} />}
    </>
  )
}
