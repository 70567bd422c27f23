import type { ClientId, SiteId, TeamId } from '#schemas/ids.ts'

/** The part of a team's data that a member sees: all of it, one client, or some sites of that client (D-57). */
export type Scope = {
  teamId: TeamId
  /** Null: every client. */
  clientId: ClientId | null
  /** Null: every site; an empty list: none. */
  siteIds: readonly SiteId[] | null
}

/** The whole of a team. */
export const wholeTeam = (teamId: TeamId): Scope => ({ teamId, clientId: null, siteIds: null })

/** Whether a record is within a scope; undefined client and site are not checked. */
export const isWithin = (scope: Scope, record: { teamId: TeamId; clientId?: ClientId; siteId?: SiteId }): boolean =>
  record.teamId === scope.teamId &&
  (scope.clientId === null || record.clientId === undefined || record.clientId === scope.clientId) &&
  (scope.siteIds === null || record.siteId === undefined || scope.siteIds.includes(record.siteId))
