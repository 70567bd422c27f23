import type { SignedIn } from '#api/http/actor.ts'
import { type Route, route } from '#api/http/route.ts'
import { type Changes, openStream } from '#api/http/stream.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { AudienceChange } from '#projections/changes/change-of.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import { liveStream } from '#schemas/resources/live.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { nameOfOwnSession } from './sessions.ts'

type Listener<Message> = (message: Message) => void

/** A registry of listeners by id. */
const listenersById = <Message>() => {
  const byId = new Map<string, Set<Listener<Message>>>()
  return {
    publish: (id: string, message: Message): void => {
      for (const listener of byId.get(id) ?? []) listener(message)
    },
    ids: (): string[] => [...byId.keys()],
    follow: (id: string, listener: Listener<Message>): (() => void) => {
      const listeners = byId.get(id) ?? new Set()
      byId.set(id, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) byId.delete(id)
      }
    },
  }
}

/** Dispatches each change to its audience, and ends the streams of readers whose rights or session have changed. */
export const liveHub = (
  onChange: (listener: Listener<AudienceChange>) => unknown,
  onRights: (listener: Listener<string>) => unknown,
) => {
  const changed = listenersById<AudienceChange>()
  const ended = listenersById<string>()
  onChange((change) => changed.publish(change.audience, change))
  const end = (id: string) => ended.publish(id, id)
  onRights(end)
  let isOver = false
  /** Ends all streams; one that is still being opened ends at once. */
  const endAll = (): void => {
    isOver = true
    for (const id of ended.ids()) end(id)
  }
  const whenEnded: typeof ended.follow = (id, listener) => {
    if (isOver) setImmediate(() => listener(id))
    return ended.follow(id, listener)
  }
  return { follow: changed.follow, whenEnded, end, endAll }
}
type LiveHub = ReturnType<typeof liveHub>

const seesWholeTeam = ({ clientId, siteIds }: Scope): boolean => clientId === null && siteIds === null

/** The billing accounts that somebody pays for; none for scripts and for impersonators (D-64, D-97). */
const accountsOf = (teams: ReadModels['directory']['teams'], { userId, via, impersonator }: SignedIn): string[] => {
  if (via.kind !== 'session' || impersonator !== null) return []
  const owned = teams.teamsOf(userId).filter(({ owner_id }) => owner_id === userId)
  return [{ id: userId }, ...owned].map(accountOf)
}

/** `notifiedUpTo` returns the log position that the read models have reached. */
export const liveRoutes = (
  { changes: queries, directory: { teams } }: ReadModels,
  { follow, whenEnded }: Pick<LiveHub, 'follow' | 'whenEnded'>,
  places: Pick<Changes<AudienceChange>, 'notifiedUpTo' | 'isOfAnotherLog'>,
): Route[] => {
  const changes: Changes<AudienceChange> = {
    ...places,
    after: (actor, position, limit) =>
      queries.after(actor.userId, actor.scope, position, limit, accountsOf(teams, actor)),
    follow: (actor, listener) => {
      const { userId, scope } = actor
      const mayEnd = scope !== null && (teams.membership(userId, scope.teamId)?.endsAt ?? null) !== null
      const own = [userId, 'everyone', ...accountsOf(teams, actor)].map((audience) => follow(audience, listener))
      const ofTeam = scope
        ? follow(scope.teamId, (change) => {
            // Without waiting for the event that ends the stream.
            if (mayEnd && !teams.membership(userId, scope.teamId)) return
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
