import type { ClientId, SiteId, TeamId } from './ids.ts'

/** What of a team's data a member sees: all of it, one client, or chosen sites of that client (D-57). */
export type Scope = {
  teamId: TeamId
  /** Null: every client. */
  clientId: ClientId | null
  /** Null: every site; an empty list: none. */
  siteIds: readonly SiteId[] | null
}

/** The whole of a team. */
export const wholeTeam = (teamId: TeamId): Scope => ({ teamId, clientId: null, siteIds: null })

/** Whether something of a team lies within a scope; of client and site it is asked what the thing knows. */
export const isWithin = (scope: Scope, thing: { teamId: TeamId; clientId?: ClientId; siteId?: SiteId }): boolean =>
  thing.teamId === scope.teamId &&
  (scope.clientId === null || thing.clientId === undefined || thing.clientId === scope.clientId) &&
  (scope.siteIds === null || thing.siteId === undefined || scope.siteIds.includes(thing.siteId))
