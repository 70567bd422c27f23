import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { withoutFiles } from '#schemas/calls/sort-columns.ts'
import { type Client, listClients } from '#schemas/resources/clients.ts'
import { searchSites, searchSitesOfClient } from '#schemas/resources/search.ts'
import { listSites, listSitesOfClient, type Site } from '#schemas/resources/sites.ts'
import { counted } from '#schemas/text/counted.ts'
import { CardGrid } from '#web/components/card-grid.tsx'
import { Icon } from '#web/components/icon.tsx'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import filters from '#web/components/list/list-filters.module.css'
import { ListFilters } from '#web/components/list/list-filters.tsx'
import { Records } from '#web/components/list/records.tsx'
import { RecordsList } from '#web/components/list/records-list.tsx'
import { useOwn } from '#web/components/own/use-own.ts'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { RecordCard } from '#web/components/record-card.tsx'
import { Thumbnail } from '#web/components/thumbnail.tsx'
import { AddSiteForm } from '#web/features/sites/add-site-form.tsx'
import { siteColumns } from '#web/features/sites/site-columns.tsx'
import { siteFeature } from '#web/features/sites/site-feature.ts'
import { siteFilterNames, sitesBy, useListAddress } from '#web/lib/list-address.ts'
import { listQuery, offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

/** A site: thumbnail, name, its counts or its client, and links to its visits and documents. */
const SiteCard = ({ site, ofClient, own }: { site: Site; ofClient: boolean; own: ReactNode }) => {
  const can = useCan()
  const heading = useId()
  const page = { to: '/dashboard/sites/$id', params: { id: site.id } } as const
  const visits = site.visit_count === 0 && can('visits.create') ? 'Add Visits' : 'View Visits'
  const docs = site.file_count === 0 && can('files.create') ? 'Add Docs' : 'View Docs'
  const counts = `${counted(site.visit_count, 'visit', 'visits')} · ${counted(site.file_count, 'file', 'files')}`
  return (
    <RecordCard
      headingId={heading}
      name={site.name}
      menu={<RecordMenu feature={siteFeature} record={site} />}
      thumbnail={
        <TextLink {...page} hash="/visits" aria-label={site.name}>
          <Thumbnail src={site.thumbnail_url} icon="pin" />
        </TextLink>
      }
      detail={
        <>
          {ofClient ? counts : site.client_name}
          {own}
        </>
      }
      actions={
        <>
          {can('visits.view') && (
            <ButtonLink {...page} hash="/visits" variant="default" size="xs" aria-describedby={heading}>
              {visits}
            </ButtonLink>
          )}
          {can('files.view') && (
            <ButtonLink {...page} hash="/files" variant="default" size="xs" aria-describedby={heading}>
              {docs}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}

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
          <>
            <Button
              variant={bare ? 'light' : 'default'}
              className={filters.button ?? ''}
              leftSection={<Icon name="filter" />}
              aria-pressed={bare}
              onClick={() => change({ files: bare ? null : withoutFiles })}
            >
              Without files
            </Button>
            {names.length > 0 && <ListFilters names={names}>{own?.filters}</ListFilters>}
          </>
        }
        viewed={!client}
        form={mayCreate && hasClients && <AddSiteForm clients={known.data} client={client} />}
        undecided={known.isLoading}
        hint={hint()}
      >
        {(sites, total) => (
          <RecordsList
            kind="sites"
            columns={columns}
            rows={sites}
            total={total}
            actions={(site) => <RecordMenu feature={siteFeature} record={site} />}
          >
            <CardGrid label="Sites" rows={sites} total={total}>
              {(site) => <SiteCard site={site} ofClient={client !== undefined} own={own?.card(site)} />}
            </CardGrid>
          </RecordsList>
        )}
      </Records>
      <DialogsOutlet dialogs={siteFeature.dialogs} />
    </>
  )
}
