import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#schemas/endpoint.ts'
import { grants } from '#schemas/policy.ts'
import { listFilesOfClient, listFilesOfSite, listFilesOfVisit } from '#schemas/resources/files.ts'
import { listSitesOfClient } from '#schemas/resources/sites.ts'
import { listVisitsOfClient, listVisitsOfSite } from '#schemas/resources/visits.ts'
import type { Ability } from '#schemas/rights/abilities.ts'
import { chosenTab } from '#web/lib/hash-tab.ts'
import { filesBy, type ListAddress, type ListPlace, listAddressIn, sitesBy, visitsBy } from '#web/lib/list-address.ts'
import { listQuery } from '#web/lib/queries.ts'
import { userQuery } from '#web/lib/session.ts'

const lists = {
  clients: { sites: listSitesOfClient, visits: listVisitsOfClient, files: listFilesOfClient },
  sites: { visits: listVisitsOfSite, files: listFilesOfSite },
  visits: { files: listFilesOfVisit },
} as const

const places = { clients: 'client', sites: 'site', visits: 'visit' } as const

type Location = { hash: string; search: Record<string, unknown> }

/** The filters and the order of a record's list in its address. */
const arrangements: Record<string, (place: ListPlace, address: ListAddress) => Parameters<typeof listQuery>[2]> = {
  sites: sitesBy,
  visits: visitsBy,
  files: filesBy,
}

/**
 * Preloads the list of the tab that a record's address names, as the address narrows and sorts it, in parallel with the
 * record: both start when the pointer comes near a link. It needs the user's abilities, and does nothing before they are
 * loaded. A search is left to the tab.
 */
export const loadPart = (queries: QueryClient, kind: keyof typeof lists, id: string, location: Location): void => {
  const user = queries.getQueryData(userQuery.queryKey)
  const parts: Record<string, Endpoint> = lists[kind]
  const tab = chosenTab(Object.keys(parts), location.hash)
  const address = listAddressIn(location.search)
  if (!user || tab === undefined || address.search) return
  const list = parts[tab]
  if (!list || !grants(user.abilities, list.access as Ability)) return
  void queries.prefetchInfiniteQuery(listQuery(list, { id }, arrangements[tab]?.(places[kind], address)))
}
