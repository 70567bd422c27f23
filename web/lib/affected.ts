import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveChange } from '#schemas/resources/live.ts'

type Changed = LiveChange['resource']

/**
 * What shows something of a changed resource: sites count on client cards, visits and files on site cards; sites, visits
 * and files name what they belong to, and go and come back with it (D-10).
 */
const affected: Record<Changed, readonly string[]> = {
  clients: ['clients', 'sites', 'visits', 'files'],
  sites: ['sites', 'clients', 'visits', 'files'],
  visits: ['visits', 'sites', 'files'],
  files: ['files', 'visits', 'sites'],
  documents: ['documents'],
  // Files show the names of their categories.
  categories: ['categories', 'files'],
  // What belongs to the user and to no ability, the user's own record among it.
  notifications: ['signed-in'],
  announcements: ['signed-in'],
}

/** What tells of every change, whatever it was. */
const alwaysAffected = ['trash', 'history', 'search', 'import']

/** Ids of records that are being deleted: until their page is left, nothing of them is worth asking for. */
const leaving = new Set<string>()

const isBeingLeft = ({ queryKey: [, , , params] }: Query): boolean => leaving.has((params as { id?: string })?.id ?? '')

/** Does what deletes a record and leaves its page; what is asked again meanwhile leaves it out. */
export const whileLeaving = async <Done>(id: string, act: () => Promise<Done>): Promise<Done> => {
  leaving.add(id)
  try {
    return await act()
  } finally {
    leaving.delete(id)
  }
}

/** Asks again for every list and record that a change of these resources touches (STATE-12 to STATE-21). */
export const reload = async (queries: QueryClient, ...changed: Changed[]): Promise<void> => {
  const stale = new Set([...alwaysAffected, ...changed.flatMap((resource) => affected[resource])])
  const askAgain = async (queryKey: string[]) => {
    await queries.invalidateQueries({ queryKey, refetchType: 'none' })
    await queries.refetchQueries({ queryKey, type: 'active', predicate: (query) => !isBeingLeft(query) })
  }
  await Promise.all([...stale].map((resource) => askAgain([resource])))
}

/** Asks again for all that a team keeps: a restore may bring back whatever went with a client. */
export const reloadAll = (queries: QueryClient): Promise<void> =>
  reload(queries, 'clients', 'sites', 'visits', 'files', 'documents', 'categories')
