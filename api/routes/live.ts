import { type Route, route } from '#api/http/route.ts'
import { type Changes, openStream } from '#api/http/stream.ts'
import type { HeardChange } from '#projections/change-of.ts'
import type { ChangeQueries } from '#projections/changes.ts'
import { liveStream } from '#schemas/resources/live.ts'
import type { Scope } from '#schemas/scope.ts'
import { nameOfOwnSession } from './sessions.ts'

type Listener<Told> = (told: Told) => void

/** Who is told what concerns an id. */
const readersById = <Told>() => {
  const readers = new Map<string, Set<Listener<Told>>>()
  return {
    tell: (id: string, told: Told): void => {
      for (const listener of readers.get(id) ?? []) listener(told)
    },
    follow: (id: string, listener: Listener<Told>): (() => void) => {
      const listeners = readers.get(id) ?? new Set()
      readers.set(id, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) readers.delete(id)
      }
    },
  }
}

/** Hands each change to the readers among its audience, and ends those whose rights or session are not what they were. */
export const liveHub = (
  onChange: (listener: Listener<HeardChange>) => unknown,
  onRights: (listener: Listener<string>) => unknown,
) => {
  const [heard, ended] = [readersById<HeardChange>(), readersById<string>()]
  onChange((change) => heard.tell(change.audience, change))
  const end = (id: string) => ended.tell(id, id)
  onRights(end)
  return { follow: heard.follow, whenEnded: ended.follow, end }
}
type LiveHub = ReturnType<typeof liveHub>

const seesWholeTeam = ({ clientId, siteIds }: Scope): boolean => clientId === null && siteIds === null

/** `toldUpTo` answers the place in the log up to which the read models have come. */
export const liveRoutes = (
  queries: ChangeQueries,
  { follow, whenEnded }: Pick<LiveHub, 'follow' | 'whenEnded'>,
  toldUpTo: () => string,
): Route[] => {
  const changes: Changes<HeardChange> = {
    toldUpTo,
    after: ({ userId, scope }, position, limit) => queries.after(userId, scope, position, limit),
    follow: ({ userId, scope }, listener) => {
      const own = [follow(userId, listener), follow('everyone', listener)]
      const ofTeam = scope
        ? follow(scope.teamId, (change) => {
            if (seesWholeTeam(scope) || queries.isWithin(scope, change.position)) listener(change)
          })
        : () => {}
      return () => {
        for (const stop of [...own, ofTeam]) stop()
      }
    },
    whenRightsChange: ({ userId, teamId, impersonator, via }, request, ended) => {
      const credential = via.kind === 'session' ? nameOfOwnSession(request) : via.id
      const ids = [userId, teamId, impersonator, credential]
      const stops = ids.flatMap((id) => (id === null ? [] : [whenEnded(id, ended)]))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
  return [route(liveStream, ({ actor, query }) => ({ kind: 'stream', open: openStream(changes, actor, query.after) }))]
}
