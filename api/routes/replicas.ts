import type { Announced, Replicas } from '#api/adapters/replicas.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { reads } from '#schemas/events/readable.ts'
import { listReplicas } from '#schemas/resources/replicas.ts'

/** The types of events that one of these replicas writes in a form that this one does not read. */
const unreadBy = ({ events }: Announced, all: readonly Announced[]): string[] => {
  const written = all.flatMap((each) => Object.entries(each.events))
  return [...new Set(written.flatMap(([type, version]) => (reads(events, type, version) ? [] : [type])))].toSorted()
}

/** Operators see the processes of the installation. */
export const replicaRoutes = ({ list }: Pick<Replicas, 'list'>): Route[] => [
  route(listReplicas, async () => {
    const all = await list()
    return resource(all.map(({ events, ...each }) => ({ ...each, cannot_read: unreadBy({ events, ...each }, all) })))
  }),
]
