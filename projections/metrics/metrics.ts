import { type Trashing, trashHandlers } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import { bytesOf } from '#projections/facilities/originals.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import type { OwnStream } from '#schemas/nouns.ts'
import type { Metric } from '#schemas/resources/metrics.ts'
import { type Counts, contribute, hasContributed } from './contributions.ts'
import { money } from './money.ts'

/** The record that an event is about, so that only that is counted before and after it. */
type Root = { table: 'teams' | 'clients' | 'sites' | 'files' | 'users'; id: string } | { visitId: string }

const activeClients = 'clients c JOIN teams t ON t.id = c.team_id AND t.deleted = 0 AND c.deleted = 0'
const activeSites = `sites s JOIN ${activeClients.replace('clients c', 'clients c ON c.id = s.client_id AND s.deleted = 0')}`
const activeFiles = `files f JOIN ${activeSites.replace('sites s', 'sites s ON s.id = f.site_id AND f.deleted = 0')}`

const countIn = (db: ReadDb, source: string, column: string, id: string): number =>
  db.one<{ many: number }>(`SELECT count(*) AS many FROM ${source} WHERE ${column} = ?`, id)?.many ?? 0

const filesIn = (db: ReadDb, column: string, id: string): Counts =>
  db.one<Counts>(
    `SELECT count(*) AS files, coalesce(sum(f.size), 0) AS files_size FROM ${activeFiles} WHERE ${column} = ?`,
    id,
  ) ?? {}

/** Counts the active records below a root. */
const countBelow = (db: ReadDb, root: Root): Counts => {
  if ('visitId' in root) return filesIn(db, 'f.visit_id', root.visitId)
  const { table, id } = root
  switch (table) {
    case 'users':
      return { users: countIn(db, 'users', 'id', id) }
    case 'files':
      return filesIn(db, 'f.id', id)
    case 'sites':
      return { ...filesIn(db, 's.id', id), sites: countIn(db, activeSites, 's.id', id) }
    case 'clients':
      return {
        ...filesIn(db, 'c.id', id),
        sites: countIn(db, activeSites, 'c.id', id),
        clients: countIn(db, activeClients, 'c.id', id),
      }
    default:
      return {
        ...filesIn(db, 't.id', id),
        sites: countIn(db, activeSites, 't.id', id),
        clients: countIn(db, activeClients, 't.id', id),
        teams: countIn(db, 'teams', 'deleted = 0 AND id', id),
      }
  }
}

/** Applies an event once and stores the difference between the counts after and before it. */
const counted = (db: ReadDb, event: RecordedEvent, root: Root, apply: () => unknown): void => {
  const { at } = event.metadata
  if (hasContributed(db, event, at)) return
  const before = countBelow(db, root)
  apply()
  const after = Object.entries(countBelow(db, root))
  const changes = after.map(([metric, many]) => [metric, many - (before[metric as Metric] ?? 0)])
  const arrived = event.type === 'UserRegistered' ? { new_users: 1 } : {}
  contribute(db, event, at, { ...Object.fromEntries(changes), ...arrived })
}

/**
 * Applies an event that adds a record. The record is empty, so it counts as one if its parent counts. A row that exists
 * was counted already.
 */
const added = (db: ReadDb, event: RecordedEvent, metric: 'clients' | 'sites', isActive: boolean, inserted: number) => {
  if (inserted > 0) contribute(db, event, event.metadata.at, { [metric]: isActive ? 1 : 0 })
}

const hide = (db: ReadDb, table: string, id: string, deleted: 0 | 1) =>
  db.run(`UPDATE ${table} SET deleted = ? WHERE id = ?`, deleted, id)

type Handlers = Projection['handlers']

const isCounted = (noun: OwnStream): noun is 'clients' | 'sites' | 'files' =>
  noun === 'clients' || noun === 'sites' || noun === 'files'

const hiding =
  (deleted: 0 | 1) =>
  (db: ReadDb, noun: OwnStream, id: string, event: Trashing): void => {
    if (isCounted(noun)) counted(db, event as RecordedEvent, { table: noun, id }, () => hide(db, noun, id, deleted))
  }

/** A purged record was in the trash, so it did not count. */
const ofTrash = trashHandlers({ deleted: hiding(1), restored: hiding(0), purged: () => undefined })

const ofPeopleAndTeams: Handlers = {
  UserRegistered: (db, event) => {
    const { userId: id } = event.data
    counted(db, event, { table: 'users', id }, () => insert(db, 'users', { id }))
  },
  PersonErased: (db, event) => {
    const { userId: id } = event.data
    counted(db, event, { table: 'users', id }, () => db.run('DELETE FROM users WHERE id = ?', id))
  },
  TeamCreated: (db, event) => {
    const { teamId: id, trialEndsAt } = event.data
    counted(db, event, { table: 'teams', id }, () =>
      insert(db, 'teams', { id, trial_ends_at: trialEndsAt, deleted: 0 }),
    )
  },
  TeamTrialChanged: (db, { data }) =>
    db.run('UPDATE teams SET trial_ends_at = ? WHERE id = ?', data.trialEndsAt, data.teamId),
  TeamDeleted: (db, event) => {
    const { teamId: id } = event.data
    counted(db, event, { table: 'teams', id }, () => hide(db, 'teams', id, 1))
  },
  TeamRestored: (db, event) => {
    const { teamId: id } = event.data
    counted(db, event, { table: 'teams', id }, () => hide(db, 'teams', id, 0))
  },
}

const ofClientsAndSites: Handlers = {
  ClientAdded: (db, event) => {
    const { clientId: id, teamId } = event.data
    const isActive = countIn(db, 'teams', 'deleted = 0 AND id', teamId) > 0
    added(db, event, 'clients', isActive, insert(db, 'clients', { id, team_id: teamId, deleted: 0 }))
  },
  SiteAdded: (db, event) => {
    const { siteId: id, clientId } = event.data
    const isActive = countIn(db, activeClients, 'c.id', clientId) > 0
    added(db, event, 'sites', isActive, insert(db, 'sites', { id, client_id: clientId, deleted: 0 }))
  },
  SiteMoved: (db, event) => {
    const { siteId: id, clientId } = event.data
    const move = () => db.run('UPDATE sites SET client_id = ? WHERE id = ?', clientId, id)
    counted(db, event, { table: 'sites', id }, move)
  },
}

const placeFile = (db: ReadDb, event: Recorded<EventNamed<'FileVisitChanged' | 'FileMoved'>>): void => {
  const { fileId: id, siteId, visitId } = event.data
  const move = () => db.run('UPDATE files SET visit_id = ?, site_id = ? WHERE id = ?', visitId, siteId, id)
  counted(db, event, { table: 'files', id }, move)
}

const ofFiles: Handlers = {
  VisitMoved: (db, event) => {
    const { visitId, siteId } = event.data
    counted(db, event, { visitId }, () => db.run('UPDATE files SET site_id = ? WHERE visit_id = ?', siteId, visitId))
  },
  FileUploaded: (db, event) => {
    const { fileId: id, siteId, visitId } = event.data
    const row = { id, site_id: siteId, visit_id: visitId, size: bytesOf(event.data), deleted: 0 }
    counted(db, event, { table: 'files', id }, () => insert(db, 'files', row))
  },
  FileVersionAdded: (db, event) => {
    const { fileId: id, broughtBack } = event.data
    // Content that is brought back is stored already.
    const grow = () => db.run('UPDATE files SET size = size + ? WHERE id = ?', bytesOf(event.data), id)
    if (broughtBack === null) counted(db, event, { table: 'files', id }, grow)
  },
  FileVisitChanged: placeFile,
  FileMoved: placeFile,
}

/**
 * The numbers of the platform: a row per UTC day with its changes and the events that caused them. A day's numbers are
 * the sums up to it, so they depend only on the log (D-61).
 */
export const metricsProjection: Projection = {
  name: 'metrics',
  version: 5,
  tables: `
    CREATE TABLE users (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE teams (id TEXT PRIMARY KEY, trial_ends_at TEXT, deleted INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE clients (id TEXT PRIMARY KEY, team_id TEXT NOT NULL, deleted INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE sites (id TEXT PRIMARY KEY, client_id TEXT NOT NULL, deleted INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE files (
      id TEXT PRIMARY KEY, site_id TEXT NOT NULL, visit_id TEXT, size INTEGER NOT NULL, deleted INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX clients_of_team ON clients (team_id);
    CREATE INDEX sites_of_client ON sites (client_id);
    CREATE INDEX files_of_site ON files (site_id);
    CREATE INDEX files_of_visit ON files (visit_id);
    CREATE TABLE contributions (
      day TEXT NOT NULL, position INTEGER NOT NULL, metric TEXT NOT NULL, type TEXT NOT NULL, change INTEGER NOT NULL,
      PRIMARY KEY (day, position, metric)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE days (
      day TEXT PRIMARY KEY, teams INTEGER NOT NULL DEFAULT 0, users INTEGER NOT NULL DEFAULT 0,
      clients INTEGER NOT NULL DEFAULT 0, sites INTEGER NOT NULL DEFAULT 0, files INTEGER NOT NULL DEFAULT 0,
      files_size INTEGER NOT NULL DEFAULT 0, new_users INTEGER NOT NULL DEFAULT 0,
      recurring INTEGER NOT NULL DEFAULT 0, volume INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    ${money.tables}
  `,
  handlers: { ...ofTrash, ...ofPeopleAndTeams, ...ofClientsAndSites, ...ofFiles, ...money.handlers },
}
