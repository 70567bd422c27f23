import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, TeamId, UserId } from '#schemas/ids.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import type { Scope } from '#schemas/scope.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'

/** Who may hear of a change: a team, as far as each member sees it; one user; or everybody who is signed in. */
type Audience = TeamId | UserId | 'everyone'

export type HeardChange = LiveChange & { audience: Audience }

/** Where in a team something changed; null where the event does not say, as it did earlier. */
type Place = { clientId: ClientId | null; siteId: SiteId | null } | null

/** Documents and categories lie with no client: the whole team hears of them (D-57). */
const teamWide: Place = { clientId: null, siteId: null }

type PlacedChange = HeardChange & { place: Place }

/** What an event means to somebody who watches his lists, if anything. */
const placedChangeOf = (event: RecordedEvent): PlacedChange | undefined => {
  const { type, position } = event
  switch (type) {
    case 'ClientAdded': {
      const { clientId, teamId } = event.data
      return { type, resource: 'clients', id: clientId, position, audience: teamId, place: { clientId, siteId: null } }
    }
    case 'SiteAdded': {
      const { siteId, clientId, teamId } = event.data
      return { type, resource: 'sites', id: siteId, position, audience: teamId, place: { clientId, siteId } }
    }
    case 'VisitAdded': {
      const { visitId, siteId, clientId, teamId } = event.data
      return { type, resource: 'visits', id: visitId, position, audience: teamId, place: { clientId, siteId } }
    }
    case 'FileUploaded': {
      const { fileId, siteId, clientId, teamId } = event.data
      return { type, resource: 'files', id: fileId, position, audience: teamId, place: { clientId, siteId } }
    }
    case 'ThumbnailMade':
    case 'ThumbnailFailed':
      return { type, resource: 'files', id: event.data.fileId, position, audience: event.data.teamId, place: null }
    case 'DocumentUploaded':
    case 'DocumentRenamed':
    case 'DocumentDeleted': {
      const { documentId, teamId } = event.data
      return { type, resource: 'documents', id: documentId, position, audience: teamId, place: teamWide }
    }
    case 'CategoryAdded':
    case 'CategoryUpdated':
    case 'CategoryMoved':
    case 'CategoryDeleted': {
      const { categoryId, teamId } = event.data
      return { type, resource: 'categories', id: categoryId, position, audience: teamId, place: teamWide }
    }
    case 'NotificationSent':
    case 'NotificationsRead':
    case 'AnnouncementsRead': {
      const { userId } = event.data
      return { type, resource: 'notifications', id: userId, position, audience: userId, place: null }
    }
    case 'AnnouncementPublished':
    case 'AnnouncementEdited':
    case 'AnnouncementRemoved': {
      const { announcementId } = event.data
      return { type, resource: 'announcements', id: announcementId, position, audience: 'everyone', place: null }
    }
    default:
      return undefined
  }
}

export const changeOf = (event: RecordedEvent): HeardChange | undefined => {
  const change = placedChangeOf(event)
  if (!change) return undefined
  const { place: _, ...told } = change
  return told
}

type StoredPlace = { client_id: ClientId | null; site_id: SiteId | null }

const lastPlace = (db: ReadDb, { resource, id }: HeardChange): Place => {
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
    `INSERT INTO changes (position, audience, client_id, site_id, type, resource, id)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    BigInt(change.position),
    change.audience,
    place?.clientId ?? null,
    place?.siteId ?? null,
    change.type,
    change.resource,
    change.id,
  )
}

/** What happened that somebody may hear of, in log order, so that a live stream resumes where it broke off. */
export const changes: Projection = {
  name: 'changes',
  version: 4,
  tables: `
    CREATE TABLE changes (
      position INTEGER PRIMARY KEY, audience TEXT NOT NULL, client_id TEXT, site_id TEXT, type TEXT NOT NULL,
      resource TEXT NOT NULL, id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX changes_of_audience ON changes (audience, position);
    CREATE INDEX changes_of_thing ON changes (resource, id, position);
  `,
  handlers: {
    ClientAdded: keep,
    SiteAdded: keep,
    VisitAdded: keep,
    FileUploaded: keep,
    ThumbnailMade: keep,
    ThumbnailFailed: keep,
    DocumentUploaded: keep,
    DocumentRenamed: keep,
    DocumentDeleted: keep,
    CategoryAdded: keep,
    CategoryUpdated: keep,
    CategoryMoved: keep,
    CategoryDeleted: keep,
    NotificationSent: keep,
    NotificationsRead: keep,
    AnnouncementsRead: keep,
    AnnouncementPublished: keep,
    AnnouncementEdited: keep,
    AnnouncementRemoved: keep,
  },
}

/** What lies with no client is the whole team's; a client lies in no site: who sees chosen sites sees it too (D-57). */
const within = ({ teamId, clientId, siteIds }: Scope): { where: string; values: SqlValue[] } => {
  const limits: [condition: string, value: SqlValue][] = []
  if (clientId !== null) limits.push(['client_id = ?', clientId])
  if (siteIds !== null) {
    limits.push(["(resource = 'clients' OR site_id IN (SELECT value FROM json_each(?)))", JSON.stringify(siteIds)])
  }
  if (limits.length === 0) return { where: 'audience = ?', values: [teamId] }
  const limited = limits.map(([condition]) => condition).join(' AND ')
  return {
    where: `audience = ? AND (client_id IS NULL OR (${limited}))`,
    values: [teamId, ...limits.map(([, value]) => value)],
  }
}

export const changeQueries = (db: ReadDb) => ({
  /** What a user may hear of, in a scope or of their own, after a position, oldest first, at most `limit`. */
  after: (userId: UserId, scope: Scope | null, position: string, limit: number) => {
    const { where, values } = scope ? within(scope) : { where: 'FALSE', values: [] }
    return db.all<HeardChange>(
      `SELECT type, resource, id, CAST(position AS TEXT) AS position, audience FROM changes
       WHERE (audience IN (?, 'everyone') OR ${where}) AND changes.position > ? ORDER BY changes.position LIMIT ?`,
      userId,
      ...values,
      BigInt(position),
      limit,
    )
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
