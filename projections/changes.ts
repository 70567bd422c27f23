import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, TeamId } from '#schemas/ids.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import type { Scope } from '#schemas/scope.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { scoped } from './scoped.ts'

/** A change and the team that may hear of it. */
export type TeamChange = LiveChange & { teamId: TeamId }

/** Where in a team something changed; null where the event does not say, as it did earlier. */
type Place = { clientId: ClientId; siteId: SiteId | null } | null

type PlacedChange = TeamChange & { place: Place }

/** What an event means to somebody who watches his lists, if anything. */
const placedChangeOf = (event: RecordedEvent): PlacedChange | undefined => {
  const { type, position } = event
  switch (type) {
    case 'ClientAdded': {
      const { clientId, teamId } = event.data
      return { type, resource: 'clients', id: clientId, position, teamId, place: { clientId, siteId: null } }
    }
    case 'SiteAdded': {
      const { siteId, clientId, teamId } = event.data
      return { type, resource: 'sites', id: siteId, position, teamId, place: { clientId, siteId } }
    }
    case 'VisitAdded': {
      const { visitId, siteId, clientId, teamId } = event.data
      return { type, resource: 'visits', id: visitId, position, teamId, place: { clientId, siteId } }
    }
    case 'FileUploaded': {
      const { fileId, siteId, clientId, teamId } = event.data
      return { type, resource: 'files', id: fileId, position, teamId, place: { clientId, siteId } }
    }
    case 'ThumbnailMade':
    case 'ThumbnailFailed':
      return { type, resource: 'files', id: event.data.fileId, position, teamId: event.data.teamId, place: null }
    default:
      return undefined
  }
}

export const changeOf = (event: RecordedEvent): TeamChange | undefined => {
  const change = placedChangeOf(event)
  if (!change) return undefined
  const { place: _, ...told } = change
  return told
}

type StoredPlace = { client_id: ClientId; site_id: SiteId | null }

const lastPlace = (db: ReadDb, { resource, id }: TeamChange): Place => {
  const found = db.one<StoredPlace>(
    'SELECT client_id, site_id FROM changes WHERE resource = ? AND id = ? ORDER BY position DESC LIMIT 1',
    resource,
    id,
  )
  return found ? { clientId: found.client_id, siteId: found.site_id } : null
}

const keep = (db: ReadDb, event: RecordedEvent) => {
  const change = placedChangeOf(event)
  if (!change) return
  const place = change.place ?? lastPlace(db, change)
  db.run(
    `INSERT INTO changes (position, team_id, client_id, site_id, type, resource, id)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    BigInt(change.position),
    change.teamId,
    place?.clientId ?? null,
    place?.siteId ?? null,
    change.type,
    change.resource,
    change.id,
  )
}

/** What happened in a team, in log order, so that a live stream resumes where it broke off. */
export const changes: Projection = {
  name: 'changes',
  version: 2,
  tables: `
    CREATE TABLE changes (
      position INTEGER PRIMARY KEY, team_id TEXT NOT NULL, client_id TEXT, site_id TEXT, type TEXT NOT NULL,
      resource TEXT NOT NULL, id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX changes_of_team ON changes (team_id, position);
    CREATE INDEX changes_of_thing ON changes (resource, id, position);
  `,
  handlers: {
    ClientAdded: keep,
    SiteAdded: keep,
    VisitAdded: keep,
    FileUploaded: keep,
    ThumbnailMade: keep,
    ThumbnailFailed: keep,
  },
}

/** A client lies in no site: who sees chosen sites sees their client too (D-57). */
const within = (scope: Scope) => {
  const { where, values } = scoped(scope, { team: 'team_id', client: 'client_id' })
  if (scope.siteIds === null) return { where, values }
  return {
    where: `${where} AND (resource = 'clients' OR site_id IN (SELECT value FROM json_each(?)))`,
    values: [...values, JSON.stringify(scope.siteIds)],
  }
}

export const changeQueries = (db: ReadDb) => ({
  /** Changes within a scope after a position, oldest first, at most `limit`. */
  after: (scope: Scope, position: string, limit: number) => {
    const { where, values } = within(scope)
    return db
      .all<LiveChange>(
        `SELECT type, resource, id, CAST(position AS TEXT) AS position FROM changes
         WHERE ${where} AND position > ? ORDER BY changes.position LIMIT ?`,
        ...values,
        BigInt(position),
        limit,
      )
      .map((change) => ({ ...change, teamId: scope.teamId }))
  },
  /** Whether the change at a position lies within a scope. */
  isWithin: (scope: Scope, position: string): boolean => {
    const { where, values } = within(scope)
    return (
      db.one(`SELECT 1 FROM changes WHERE ${where} AND changes.position = ?`, ...values, BigInt(position)) !== undefined
    )
  },
})
export type ChangeQueries = ReturnType<typeof changeQueries>
