import type { QueryClient } from '@tanstack/react-query'
import type { Ability } from '#schemas/abilities.ts'
import { grants } from '#schemas/policy.ts'
import type { Call } from '#web/lib/call.ts'
import { listFilesOfClient, listFilesOfSite, listFilesOfVisit } from '#web/lib/calls/files.ts'
import { listSitesOfClient } from '#web/lib/calls/sites.ts'
import { listVisitsOfClient, listVisitsOfSite } from '#web/lib/calls/visits.ts'
import { chosenTab } from '#web/lib/hash-tab.ts'
import { listQuery } from '#web/lib/queries.ts'
import { userQuery } from '#web/lib/session.ts'

const lists = {
  clients: { sites: listSitesOfClient, visits: listVisitsOfClient, files: listFilesOfClient },
  sites: { visits: listVisitsOfSite, files: listFilesOfSite },
  visits: { files: listFilesOfVisit },
} as const

/**
 * Preloads the list of the tab that a record's address names, in parallel with the record: both start when the pointer
 * comes near a link. It needs the user's abilities, and does nothing before they are loaded.
 */
export const loadPart = (queries: QueryClient, kind: keyof typeof lists, id: string, hash: string): void => {
  const user = queries.getQueryData(userQuery.queryKey)
  const parts: Record<string, Call> = lists[kind]
  const tab = chosenTab(Object.keys(parts), hash)
  const list = tab === undefined ? undefined : parts[tab]
  if (!user || !list || !grants(user.abilities, list.access as Ability)) return
  void queries.prefetchInfiniteQuery(listQuery(list, { id }))
}
