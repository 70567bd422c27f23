import { type Route, route } from '#api/http/route.ts'
import { type Changes, openStream } from '#api/http/stream.ts'
import type { ChangeQueries, TeamChange } from '#projections/changes.ts'
import type { TeamId } from '#schemas/ids.ts'
import { liveStream } from '#schemas/resources/live.ts'
import type { Scope } from '#schemas/scope.ts'

type Listener = (change: TeamChange) => void

/** Hands each change to the readers of its team. */
export const liveHub = (onChange: (listener: Listener) => () => void) => {
  const teams = new Map<TeamId, Set<Listener>>()
  onChange((change) => {
    for (const listener of teams.get(change.teamId) ?? []) listener(change)
  })
  return (teamId: TeamId, listener: Listener): (() => void) => {
    const listeners = teams.get(teamId) ?? new Set()
    teams.set(teamId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) teams.delete(teamId)
    }
  }
}

const seesWholeTeam = ({ clientId, siteIds }: Scope): boolean => clientId === null && siteIds === null

export const liveRoutes = (queries: ChangeQueries, follow: ReturnType<typeof liveHub>): Route[] => {
  const changes: Changes<TeamChange> = {
    after: ({ scope }, position, limit) => (scope ? queries.after(scope, position, limit) : []),
    follow: ({ scope }, listener) => {
      if (!scope) return () => {}
      return follow(scope.teamId, (change) => {
        if (seesWholeTeam(scope) || queries.isWithin(scope, change.position)) listener(change)
      })
    },
  }
  return [route(liveStream, ({ actor }) => ({ kind: 'stream', open: openStream(changes, actor) }))]
}
