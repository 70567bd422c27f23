import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { showClient } from '#schemas/resources/clients.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { oneQuery } from '#web/lib/queries.ts'
import type { Place } from './rows.ts'

/** The client or site, by id, that all files belong to; neither where their folders say it. */
export type PlaceIds = { client?: string | undefined; site?: string | undefined }

/** The place with its names; undefined for none, null until they are known. */
export const usePlace = ({ client: clientId, site: siteId }: PlaceIds): Place | null | undefined => {
  const ofSite = useQuery({ ...oneQuery(showSite, { id: siteId ?? '' }), enabled: siteId !== undefined })
  const ofClient = useQuery({ ...oneQuery(showClient, { id: clientId ?? '' }), enabled: clientId !== undefined })
  const { data: site } = ofSite
  const { data: client } = ofClient
  const place = useMemo((): Place | undefined => {
    if (site) return { client: { id: site.client_id, name: site.client_name }, site }
    return client && { client }
  }, [site, client])
  return ofSite.isLoading || ofClient.isLoading ? null : place
}
