import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { withoutFiles } from '#schemas/calls/sort-columns.ts'
import { type Client, listClients } from '#schemas/resources/clients.ts'
import { searchSites, searchSitesOfClient } from '#schemas/resources/search.ts'
import { listSites, listSitesOfClient } from '#schemas/resources/sites.ts'
import { Icon } from '#web/components/icon.tsx'
import filters from '#web/components/list/list-filters.module.css'
import { ListFilters } from '#web/components/list/list-filters.tsx'
import { Records } from '#web/components/list/records.tsx'
import { useOwn } from '#web/components/own/use-own.ts'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { AddSiteForm } from '#web/features/sites/add-site-form.tsx'
import { siteColumns } from '#web/features/sites/site-columns.tsx'
import { siteFeature } from '#web/features/sites/site-feature.ts'
import { SitesGallery } from '#web/features/sites/sites-gallery.tsx'
import { siteFilterNames, sitesBy, useListAddress } from '#web/lib/list-address.ts'
import { listQuery, offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

/** The sites of a client or of the team: all, or those that match a search. */
const sitesOf = (client: Client | undefined, query: string, by: ReturnType<typeof sitesBy>) => {
  if (client) {
    const { id } = client
    return query ? listQuery(searchSitesOfClient, { id, query }, by) : listQuery(listSitesOfClient, { id }, by)
  }
  return query ? listQuery(searchSites, { query }, by) : listQuery(listSites, undefined, by)
}

/** All sites, or those of one client, and below them the form that adds one. */
export const SitesPanel = ({ client }: { client?: Client }) => {
  const can = useCan()
  const mayCreate = can('sites.create')
  const search = useListSearch()
  const known = useQuery({ ...offerQuery(listClients), enabled: !client && mayCreate && can('clients.view') })
  const hasClients = client !== undefined || (known.data?.total ?? 0) > 0

  const hint = () => {
    if (!mayCreate) return 'No sites have been added yet.'
    if (client) return `Add your first site for ${client.name} below…`
    if (hasClients) return 'Add your first site below…'
    return can('clients.create')
      ? 'Before you can add your first site, you will first need to add a client.'
      : 'No sites have been added yet.'
  }
  const { address, change } = useListAddress()
  const bare = address.files !== undefined
  const by = sitesBy(client ? 'client' : 'team', address)
  const { sort: _, ...asked } = by
  const narrowed = client ? { ...asked, client: client.id } : asked
  const query = sitesOf(client, search.text, by)
  const own = useOwn('sites')
  const fixed = siteColumns(client !== undefined)
  const columns = own?.columns(fixed) ?? fixed
  const names = [...(!client && can('clients.view') ? siteFilterNames('team') : []), ...(own?.names ?? [])]
  return (
    <>
      <Records
        kind="sites"
        columns={columns}
        query={query}
        search={search}
        filtered={bare || names.some((name) => address[name] !== undefined)}
        filters={
          <ListFilters
            names={names}
            besides="files"
            beside={(inRow) => (
              <Button
                variant={bare ? 'light' : 'default'}
                className={inRow ? '' : (filters.level ?? '')}
                leftSection={<Icon name="filter" />}
                aria-pressed={bare}
                onClick={() => change({ files: bare ? null : withoutFiles })}
              >
                Without files
              </Button>
            )}
          >
            {own?.filters}
          </ListFilters>
        }
        viewed={!client}
        form={mayCreate && hasClients && <AddSiteForm clients={known.data} client={client} />}
        undecided={known.isLoading}
        hint={hint()}
      >
        {(sites, total, isExact) => (
          <SitesGallery
            sites={sites}
            total={total}
            ofClient={client !== undefined}
            columns={columns}
            own={own}
            filter={isExact ? { ...narrowed, ...(search.text ? { search: search.text } : {}) } : undefined}
          />
        )}
      </Records>
      <DialogsOutlet dialogs={siteFeature.dialogs} />
    </>
  )
}
