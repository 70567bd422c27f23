import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, UserId, VisitId } from '#schemas/ids.ts'
import { isResource, nouns } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { type AudienceChange, audienceTypes, changeOf } from './change-of.ts'

/**
 * The client and site of a record. A record without a client belongs to the whole team, as documents and categories do
 * (D-57).
 */
type Ancestry = { clientId: ClientId | null; siteId: SiteId | null }
type StoredAncestry = { client_id: ClientId | null; site_id: SiteId | null; visit_id: VisitId | null }

/** The parts of an event that say where its record lies. */
type Placed = { clientId?: ClientId | null; siteId?: SiteId | null; visitId?: VisitId | null }

const teamWide: Ancestry = { clientId: null, siteId: null }
/** A record with an unknown ancestry is visible only to members who see the whole team. */
const nowhere: Ancestry = { clientId: '' as ClientId, siteId: null }

const stored = (db: ReadDb, id: string | null | undefined) =>
  id ? db.one<StoredAncestry>('SELECT client_id, site_id, visit_id FROM ancestries WHERE id = ?', id) : undefined

/** A file follows its visit, and both follow their site to another client (D-04, D-76). */
const siteOf = (db: ReadDb, id: string): SiteId | null | undefined => {
  const own = stored(db, id)
  return stored(db, own?.visit_id)?.site_id ?? own?.site_id
}

const ancestryOf = (db: ReadDb, { resource, id }: AudienceChange): Ancestry => {
  if (resource === 'clients') return { clientId: id as ClientId, siteId: null }
  if (!isResource(resource) || nouns[resource].parent === null) return teamWide
  const siteId = resource === 'sites' ? (id as SiteId) : siteOf(db, id)
  const clientId = stored(db, siteId)?.client_id
  return siteId && clientId ? { clientId, siteId } : nowhere
}

/** Records what a record lies in now, where an event about it says so. */
const recordAncestry = (db: ReadDb, resource: AudienceChange['resource'], id: string, data: Placed): void => {
  const parent = isResource(resource) ? nouns[resource].parent : null
  const { clientId = null, siteId = null } = data
  if (parent === null || (parent === 'clients' ? clientId : siteId) === null) return
  db.run(
    'INSERT OR REPLACE INTO ancestries (id, client_id, site_id, visit_id) VALUES (?, ?, ?, ?)',
    id,
    parent === 'clients' ? clientId : null,
    parent === 'sites' ? siteId : null,
    resource === 'files' ? (data.visitId ?? null) : null,
  )
}

const recordChange = (db: ReadDb, event: RecordedEvent) => {
  const change = changeOf(event)
  if (!change) return
  const left = event.type.endsWith('Moved') ? ancestryOf(db, change) : nowhere
  recordAncestry(db, change.resource, change.id, event.data as Placed)
  const now = ancestryOf(db, change)
  const from = left === nowhere ? now : left
  db.run(
    `INSERT INTO changes (position, audience, client_id, site_id, from_client_id, from_site_id, type, resource, id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    BigInt(change.position),
    change.audience,
    now.clientId,
    now.siteId,
    from.clientId,
    from.siteId,
    change.type,
    change.resource,
    change.id,
  )
}

/**
 * The changes that a live stream sends, in log order, so that a stream resumes at the position where it was
 * interrupted. A move is also a change at the former ancestry, since the record disappears from the lists there.
 */
export const changes: Projection = {
  name: 'changes',
  version: 9,
  tables: `
    CREATE TABLE changes (
      position INTEGER PRIMARY KEY, audience TEXT NOT NULL, client_id TEXT, site_id TEXT, from_client_id TEXT,
      from_site_id TEXT, type TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL
    ) STRICT;
    CREATE TABLE ancestries (id TEXT PRIMARY KEY, client_id TEXT, site_id TEXT, visit_id TEXT) STRICT, WITHOUT ROWID;
    CREATE INDEX changes_of_audience ON changes (audience, position);
  `,
  handlers: Object.fromEntries(audienceTypes.map((type) => [type, recordChange])),
}

/**
 * A record without a client is visible to the whole team. A client has no site, so members with a scope of sites see
 * its changes too (D-57).
 */
const within = ({ teamId, clientId, siteIds }: Scope): { where: string; values: SqlValue[] } => {
  const conditions = (from: '' | 'from_') => [
    ...(clientId === null ? [] : [`${from}client_id = ?`]),
    ...(siteIds === null ? [] : [`(resource = 'clients' OR ${from}site_id IN (SELECT value FROM json_each(?)))`]),
  ]
  if (clientId === null && siteIds === null) return { where: 'audience = ?', values: [teamId] }
  const here = conditions('').join(' AND ')
  const there = conditions('from_').join(' AND ')
  const limits = [...(clientId === null ? [] : [clientId]), ...(siteIds === null ? [] : [JSON.stringify(siteIds)])]
  return {
    where: `audience = ? AND (client_id IS NULL OR (${here}) OR (${there}))`,
    values: [teamId, ...limits, ...limits],
  }
}

export const changeQueries = (db: ReadDb) => ({
  /**
   * Changes after a position that a user may see, within a scope, of their own or of the billing accounts that they pay
   * for (named by `accountOf`), oldest first, at most `limit`.
   */
  after: (
    userId: UserId,
    scope: Scope | null,
    position: string,
    limit: number,
    accounts: readonly string[] = [],
  ): AudienceChange[] => {
    const { where, values } = scope ? within(scope) : { where: 'FALSE', values: [] }
    return db.all<AudienceChange>(
      `SELECT type, resource, id, CAST(position AS TEXT) AS position, audience FROM changes
       WHERE (audience IN (SELECT value FROM json_each(?)) OR ${where}) AND changes.position > ?
       ORDER BY changes.position LIMIT ? + 0`,
      JSON.stringify([userId, 'everyone', ...accounts]),
      ...values,
      BigInt(position),
      limit,
    )
  },
  /** Whether the change at a position is within a scope. */
  isWithin: (scope: Scope, position: string): boolean => {
    const { where, values } = within(scope)
    return (
      db.one(`SELECT 1 FROM changes WHERE ${where} AND changes.position = ?`, ...values, BigInt(position)) !== undefined
    )
  },
})
export type ChangeQueries = ReturnType<typeof changeQueries>
