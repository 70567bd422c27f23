import type { QueryClient } from '@tanstack/react-query'
import type { Ability } from '#schemas/abilities.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { grants } from '#schemas/policy.ts'
import { listFilesOfClient, listFilesOfSite, listFilesOfVisit } from '#schemas/resources/files.ts'
import { listSitesOfClient } from '#schemas/resources/sites.ts'
import { listVisitsOfClient, listVisitsOfSite } from '#schemas/resources/visits.ts'
import { chosenTab } from '#web/lib/hash-tab.ts'
import { listQuery } from '#web/lib/queries.ts'
import { userQuery } from '#web/lib/session.ts'

const lists = {
  clients: { sites: listSitesOfClient, visits: listVisitsOfClient, files: listFilesOfClient },
  sites: { visits: listVisitsOfSite, files: listFilesOfSite },
  visits: { files: listFilesOfVisit },
} as const

/**
 * Begins to load the list of the tab that a record's address names, side by side with the record: when the pointer
 * comes near its link, both are there at the click. Not before it is known what the user may see.
 */
export const loadPart = (queries: QueryClient, kind: keyof typeof lists, id: string, hash: string): void => {
  const user = queries.getQueryData(userQuery.queryKey)
  const parts: Record<string, Endpoint> = lists[kind]
  const tab = chosenTab(Object.keys(parts), hash)
  const list = tab === undefined ? undefined : parts[tab]
  if (!user || !list || !grants(user.abilities, list.access as Ability)) return
  void queries.prefetchInfiniteQuery(listQuery(list, { id }))
}
