import type { TeamId } from '#schemas/ids.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import type { ReadDb } from '../read-db.ts'
import type { Contents, Known, Line, Remembered } from './line.ts'

/** What each record is now, so that the next event about it can be told with what it was; gone once it is purged. */
export const recordTables = `
  CREATE TABLE records (
    resource TEXT NOT NULL, id TEXT NOT NULL, team_id TEXT, name TEXT NOT NULL, client_id TEXT, site_id TEXT,
    visit_id TEXT, deleted INTEGER NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_of_client ON records (client_id, resource) WHERE client_id IS NOT NULL;
  CREATE INDEX records_of_site ON records (site_id, resource) WHERE site_id IS NOT NULL;
  CREATE INDEX records_of_visit ON records (visit_id, resource) WHERE visit_id IS NOT NULL;
`

type Stored = Pick<Remembered, 'name' | 'clientId' | 'siteId' | 'visitId'> & { teamId: TeamId | null; facts: string }

const recordIn = (db: ReadDb, resource: HistoryResource, id: string): Remembered | undefined => {
  const found = db.one<Stored>(
    `SELECT team_id AS teamId, name, client_id AS clientId, site_id AS siteId, visit_id AS visitId, facts
     FROM records WHERE resource = ? AND id = ?`,
    resource,
    id,
  )
  return found && { ...found, facts: JSON.parse(found.facts) as Remembered['facts'] }
}

/** The column that says what lies below a record of this kind. */
const holding = { clients: 'client_id', sites: 'site_id', visits: 'visit_id' } as const
const isHolder = (resource: string): resource is keyof typeof holding => Object.hasOwn(holding, resource)

const contentsIn = (db: ReadDb, resource: keyof typeof holding, id: string): Contents => {
  const rows = db.all<{ resource: string; many: number }>(
    `SELECT r.resource, count(*) AS many FROM records r
     LEFT JOIN records s ON s.resource = 'sites' AND s.id = r.site_id
     WHERE r.${holding[resource]} = ? AND r.deleted = 0 AND coalesce(s.deleted, 0) = 0 AND r.resource <> ?
     GROUP BY r.resource`,
    id,
    resource,
  )
  const many = (of: string) => rows.find((row) => row.resource === of)?.many ?? 0
  return { sites: many('sites'), visits: many('visits'), files: many('files') }
}

/** What describers may ask, of the moment before the event. */
export const knownIn = (db: ReadDb): Known => ({
  record: (resource, id) => recordIn(db, resource, id),
  // Whoever deletes a site deletes what is in it, whether or not the site itself counts as deleted by now.
  contents: (resource, id) => contentsIn(db, resource, id),
})

/** What lies below a record goes where it goes. */
const takeAlong = (db: ReadDb, { resource, id }: Line, { clientId, siteId }: Remembered): void => {
  if (resource === 'sites') db.run('UPDATE records SET client_id = ? WHERE site_id = ?', clientId, id)
  if (resource === 'visits') {
    db.run('UPDATE records SET client_id = ?, site_id = ? WHERE visit_id = ?', clientId, siteId, id)
  }
}

const nothing = { name: '', clientId: null, siteId: null, visitId: null, facts: {} }

/** Remembers what a record is from now on; answers what it was and is. */
export const remember = (db: ReadDb, line: Line): { before: Remembered | undefined; after: Remembered | undefined } => {
  const { resource, now, fate, teamId } = line
  const key = line.key ?? line.id
  const before = recordIn(db, resource, key)
  if (fate)
    db.run('UPDATE records SET deleted = ? WHERE resource = ? AND id = ?', Number(fate !== 'restored'), resource, key)
  if (!now) return { before, after: before }
  const facts = { ...before?.facts, ...now.facts }
  const after: Remembered = { ...nothing, teamId, ...before, ...now, facts }
  db.run(
    `INSERT INTO records (resource, id, team_id, name, client_id, site_id, visit_id, deleted, facts)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, client_id = excluded.client_id, site_id = excluded.site_id,
       visit_id = excluded.visit_id, facts = excluded.facts`,
    resource,
    key,
    after.teamId,
    after.name,
    after.clientId,
    after.siteId,
    after.visitId,
    JSON.stringify(facts),
  )
  if (before && (before.clientId !== after.clientId || before.siteId !== after.siteId)) takeAlong(db, line, after)
  return { before, after }
}

/** Names an entry in the history of everything below a record that was not in the trash by itself. */
export const nameBelow = (db: ReadDb, { resource, id, fate }: Line, position: string, entry: string): void => {
  // A visit takes its files along, but lets go of them when it is deleted.
  if (!isHolder(resource) || (resource === 'visits' && fate)) return
  db.run(
    `INSERT INTO parts (position, entry, resource, id, name, changes)
     SELECT ?, ?, resource, id, name, '[]' FROM records
     WHERE ${holding[resource]} = ? AND deleted = 0 AND resource <> ? ON CONFLICT DO NOTHING`,
    position,
    entry,
    id,
    resource,
  )
}

/** Forgets a record that is gone for good, with all below it. */
export const forget = (db: ReadDb, { resource, id }: Line): void => {
  if (isHolder(resource) && resource !== 'visits') {
    db.run(`DELETE FROM records WHERE ${holding[resource]} = ?`, id)
  }
  db.run('DELETE FROM records WHERE resource = ? AND id = ?', resource, id)
}
