import type { Query, QueryClient } from '@tanstack/react-query'
import { isResource, nouns, type Resource, resources } from '#schemas/nouns.ts'
import type { LiveChange } from '#schemas/resources/live.ts'

type Changed = LiveChange['resource']

/**
 * The nouns whose names a noun shows without lying in or holding them; files show the names of their visits and
 * categories.
 */
const shownWith: Partial<Record<Resource, readonly Resource[]>> = {
  visits: ['files'],
  files: ['visits'],
  categories: ['files'],
}

/** The nouns that are deleted and restored with a noun's records, and name them. */
const below = (noun: Resource): readonly Resource[] => {
  const nearest = resources.filter((each) => nouns[each].parent === noun)
  return [...nearest, ...nearest.flatMap(below)]
}

/**
 * The resources whose queries show something of a changed resource: cards count what lies in their records, and records
 * name what they lie in. What is no noun is shown by queries of the signed-in user, which no ability guards.
 */
const affected = (changed: Changed): readonly string[] => {
  if (!isResource(changed)) return ['signed-in']
  return [changed, nouns[changed].parent ?? changed, ...below(changed), ...(shownWith[changed] ?? [])]
}

/** Queries that show every change, of whatever resource. */
const alwaysAffected = ['overview', 'trash', 'history', 'search', 'import', 'share']

/** Ids of records that are being deleted. Their queries are not refetched, since the user is leaving their page. */
const leaving = new Set<string>()

const isBeingLeft = ({ queryKey: [, , , params] }: Query): boolean => leaving.has((params as { id?: string })?.id ?? '')

/** Runs the deletion of a record and the navigation away from its page; refetches skip the record meanwhile. */
export const whileLeaving = async <Done>(id: string, act: () => Promise<Done>): Promise<Done> => {
  leaving.add(id)
  try {
    return await act()
  } finally {
    leaving.delete(id)
  }
}

/** The changes while several records are being changed as one; undefined otherwise. */
let held: Set<Changed> | undefined

/** Runs a change of several records; what they change on the screen shows once, at the end. */
export const asOne = async <Done>(queries: QueryClient, act: () => Promise<Done>): Promise<Done> => {
  if (held) return act()
  const changed = new Set<Changed>()
  held = changed
  try {
    return await act()
  } finally {
    held = undefined
    await reload(queries, ...changed)
  }
}

/** Refetches every list and record that a change of these resources affects. */
export const reload = async (queries: QueryClient, ...changed: Changed[]): Promise<void> => {
  if (held) {
    for (const resource of changed) held.add(resource)
    return
  }
  const stale = new Set([...alwaysAffected, ...changed.flatMap((resource) => affected(resource))])
  const refetch = async (queryKey: string[]) => {
    // The answer on its way to a list that is not shown yet may be older than the change; whoever shows it asks again.
    await queries.cancelQueries({ queryKey: [...queryKey, 'list'], type: 'inactive', fetchStatus: 'fetching' })
    await queries.invalidateQueries({ queryKey, refetchType: 'none' })
    await queries.refetchQueries({ queryKey, type: 'active', predicate: (query) => !isBeingLeft(query) })
  }
  await Promise.all([...stale].map((resource) => refetch([resource])))
}

/** Refetches all records of the team: restoring a client restores everything that was deleted with it. */
export const reloadAll = (queries: QueryClient): Promise<void> => reload(queries, ...resources)
