import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** A change and the team that may hear of it. */
export type TeamChange = LiveChange & { teamId: TeamId }

/** What an event means to somebody who watches his lists, if anything. */
export const changeOf = (event: RecordedEvent): TeamChange | undefined => {
  const { type, position } = event
  switch (type) {
    case 'ClientAdded':
      return { type, resource: 'clients', id: event.data.clientId, position, teamId: event.data.teamId }
    case 'SiteAdded':
      return { type, resource: 'sites', id: event.data.siteId, position, teamId: event.data.teamId }
    case 'VisitAdded':
      return { type, resource: 'visits', id: event.data.visitId, position, teamId: event.data.teamId }
    case 'FileUploaded':
    case 'ThumbnailMade':
    case 'ThumbnailFailed':
      return { type, resource: 'files', id: event.data.fileId, position, teamId: event.data.teamId }
    default:
      return undefined
  }
}

const keep = (db: ReadDb, event: RecordedEvent) => {
  const change = changeOf(event)
  if (!change) return
  db.run(
    'INSERT INTO changes (position, team_id, type, resource, id) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    BigInt(change.position),
    change.teamId,
    change.type,
    change.resource,
    change.id,
  )
}

/** What happened in a team, in log order, so that a live stream resumes where it broke off. */
export const changes: Projection = {
  name: 'changes',
  version: 1,
  tables: `
    CREATE TABLE changes (
      position INTEGER PRIMARY KEY, team_id TEXT NOT NULL, type TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX changes_of_team ON changes (team_id, position);
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

export const changeQueries = (db: ReadDb) => ({
  /** Changes of a team after a position, oldest first, at most `limit`. */
  after: (teamId: TeamId, position: string, limit: number) =>
    db
      .all<LiveChange>(
        `SELECT type, resource, id, CAST(position AS TEXT) AS position FROM changes
         WHERE team_id = ? AND position > ? ORDER BY position LIMIT ?`,
        teamId,
        BigInt(position),
        limit,
      )
      .map((change) => ({ ...change, teamId })),
})
export type ChangeQueries = ReturnType<typeof changeQueries>
