import { type Route, route } from '#api/http/route.ts'
import { type Changes, openStream } from '#api/http/stream.ts'
import type { ChangeQueries, TeamChange } from '#projections/changes.ts'
import type { TeamId } from '#schemas/ids.ts'
import { liveStream } from '#schemas/resources/live.ts'

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

export const liveRoutes = (queries: ChangeQueries, follow: ReturnType<typeof liveHub>): Route[] => {
  const changes: Changes<TeamChange> = {
    after: (actor, position, limit) => queries.after(actor.teamId, position, limit),
    follow: (actor, listener) => follow(actor.teamId, listener),
  }
  return [route(liveStream, ({ actor }) => ({ kind: 'stream', open: openStream(changes, actor) }))]
}
