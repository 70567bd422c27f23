import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#schemas/calls/page.ts'
import type { Client } from '#schemas/resources/clients.ts'
import { searchVisits, searchVisitsOfClient, searchVisitsOfSite } from '#schemas/resources/search.ts'
import { listSites, listSitesOfClient, type Site } from '#schemas/resources/sites.ts'
import { addVisit, listVisits, listVisitsOfClient, listVisitsOfSite } from '#schemas/resources/visits.ts'
import { announceAdded } from '#web/components/announce-added.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { FormInputs } from '#web/components/form-inputs.tsx'
import { ListFilters } from '#web/components/list/list-filters.tsx'
import { RecordLines } from '#web/components/list/record-lines.tsx'
import { Records } from '#web/components/list/records.tsx'
import { useOwn } from '#web/components/own/use-own.ts'
import { Panel } from '#web/components/panel.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { VisitActions, visitColumns } from '#web/features/visits/visit-columns.tsx'
import { visitFeature } from '#web/features/visits/visit-feature.ts'
import { visitFields } from '#web/features/visits/visit-fields.tsx'
import { reload } from '#web/lib/affected.ts'
import { blankValues, bodyFrom } from '#web/lib/form-fields.ts'
import { useListAddress, visitFilterNames, visitsBy } from '#web/lib/list-address.ts'
import { listQuery, offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

type Props = {
  /** The first sites to choose from; left out when the site is known. */
  sites: Page<Site> | undefined
  site: Site | undefined
  /** The client of these sites; undefined when they belong to several. */
  clientId: string | undefined
}

/** 'Add a Visit': name, site unless one is in context, start and end date. */
const AddVisitForm = ({ sites, site, clientId }: Props) => {
  const queries = useQueryClient()
  const own = useOwn('visits')?.inputs
  const fields = { ...visitFields, ...own } as typeof visitFields
  const { form, ...state } = useEndpointForm({
    endpoint: addVisit,
    initial: { ...blankValues(fields), site_id: { id: site?.id ?? '', name: site?.name ?? '' } },
    body: (values) => bodyFrom(fields, values),
    onDone: (added) => {
      form.setValues({ ...blankValues(own ?? {}), name: '' })
      void reload(queries, 'visits')
      void announceAdded('visits', added)
    },
  })
  return (
    <Panel title="Add a Visit">
      <EndpointForm {...state} action={['Add Visit', 'Adding Visit']}>
        <FormInputs
          fields={fields}
          form={form}
          instead={{
            site_id: !site && sites && (
              <SiteField
                first={sites}
                clientId={clientId}
                none="Select a site…"
                required
                value={form.values.site_id.id}
                error={form.errors.site_id}
                onChange={(id, name) => form.setFieldValue('site_id', { id, name })}
              />
            ),
          }}
        />
      </EndpointForm>
    </Panel>
  )
}

type Scope = { client?: Client; site?: Site }

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
  const own = useOwn('visits')
  const names = [...visitFilterNames(place), ...(own?.names ?? [])]
  const fixed = visitColumns(place)
  const columns = own?.columns(fixed) ?? fixed
  const query = visitsOf(scope, search.text, visitsBy(place, address))
  return (
    <>
      <Records
        kind="visits"
        columns={columns}
        query={query}
        search={search}
        filtered={names.some((name) => address[name] !== undefined)}
        filters={
          <ListFilters clientId={client?.id} names={names}>
            {own?.filters}
          </ListFilters>
        }
        viewed={place === 'team'}
        besides={null}
        form={mayCreate && hasSites && <AddVisitForm sites={known.data} site={site} clientId={client?.id} />}
        undecided={known.isLoading}
        hint={hint()}
      >
        {(visits, total) => (
          <RecordLines
            kind="visits"
            columns={columns.filter(({ unlisted }) => !unlisted)}
            rows={visits}
            total={total}
            actions={(visit) => <VisitActions visit={visit} />}
          />
        )}
      </Records>
      <DialogsOutlet dialogs={visitFeature.dialogs} />
    </>
  )
}
