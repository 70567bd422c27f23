import { type Route, route } from '#api/http/route.ts'
import { type Changes, openStream } from '#api/http/stream.ts'
import type { HeardChange } from '#projections/change-of.ts'
import type { ChangeQueries } from '#projections/changes.ts'
import { liveStream } from '#schemas/resources/live.ts'
import type { Scope } from '#schemas/scope.ts'

type Listener = (change: HeardChange) => void

/** Hands each change to the readers among its audience. */
export const liveHub = (onChange: (listener: Listener) => () => void) => {
  const readers = new Map<HeardChange['audience'], Set<Listener>>()
  onChange((change) => {
    for (const listener of readers.get(change.audience) ?? []) listener(change)
  })
  return (audience: HeardChange['audience'], listener: Listener): (() => void) => {
    const listeners = readers.get(audience) ?? new Set()
    readers.set(audience, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) readers.delete(audience)
    }
  }
}

const seesWholeTeam = ({ clientId, siteIds }: Scope): boolean => clientId === null && siteIds === null

/** `toldUpTo` answers the place in the log up to which the read models have come. */
export const liveRoutes = (
  queries: ChangeQueries,
  follow: ReturnType<typeof liveHub>,
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
  }
  return [route(liveStream, ({ actor, query }) => ({ kind: 'stream', open: openStream(changes, actor, query.after) }))]
}
