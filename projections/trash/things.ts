import type { Resource } from '#schemas/abilities.ts'
import type { TrashId } from '#schemas/ids.ts'
import type { Projection } from '../projection.ts'
import type { ReadDb, SqlValue } from '../read-db.ts'

/**
 * Everything that a team can delete: its name and what it lies in, a file on the site of its visit (D-04). `trash_id` is
 * the entry of the trash that it came into itself; what lies in a thing that was deleted has none (D-10).
 */
export const thingTables = `
  CREATE TABLE things (
    resource TEXT NOT NULL, id TEXT NOT NULL, team_id TEXT NOT NULL, name TEXT NOT NULL, client_id TEXT, site_id TEXT,
    visit_id TEXT, trash_id TEXT, PRIMARY KEY (resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX things_of_client ON things (client_id) WHERE client_id IS NOT NULL;
  CREATE INDEX things_of_site ON things (site_id) WHERE site_id IS NOT NULL;
  CREATE INDEX things_of_visit ON things (visit_id) WHERE visit_id IS NOT NULL;
  CREATE INDEX things_in_trash ON things (trash_id) WHERE trash_id IS NOT NULL;
`

type Place = Partial<Record<'client_id' | 'site_id' | 'visit_id', string | null>>

const add = (db: ReadDb, resource: Resource, id: string, teamId: string, name: string, place: Place = {}) =>
  db.run(
    `INSERT INTO things (resource, id, team_id, name, client_id, site_id, visit_id) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    resource,
    id,
    teamId,
    name,
    place.client_id ?? null,
    place.site_id ?? null,
    place.visit_id ?? null,
  )

const set = (db: ReadDb, resource: Resource, id: string, column: 'name' | keyof Place, value: SqlValue) =>
  db.run(`UPDATE things SET ${column} = ? WHERE resource = ? AND id = ?`, value, resource, id)

const siteOfVisit = (db: ReadDb, visitId: string | null): string | undefined =>
  db.one<{ site_id: string }>("SELECT site_id FROM things WHERE resource = 'visits' AND id = ?", visitId)?.site_id

/** Keeps names and places; what is deleted, trash.ts keeps. */
export const thingHandlers: Projection['handlers'] = {
  ClientAdded: (db, { data }) => add(db, 'clients', data.clientId, data.teamId, data.name),
  ClientRenamed: (db, { data }) => set(db, 'clients', data.clientId, 'name', data.name),
  SiteAdded: (db, { data }) => add(db, 'sites', data.siteId, data.teamId, data.name, { client_id: data.clientId }),
  SiteUpdated: (db, { data }) => set(db, 'sites', data.siteId, 'name', data.name),
  SiteMoved: (db, { data }) => set(db, 'sites', data.siteId, 'client_id', data.clientId),
  VisitAdded: (db, { data }) => add(db, 'visits', data.visitId, data.teamId, data.name, { site_id: data.siteId }),
  VisitUpdated: (db, { data }) => set(db, 'visits', data.visitId, 'name', data.name),
  VisitMoved: (db, { data }) => {
    set(db, 'visits', data.visitId, 'site_id', data.siteId)
    db.run('UPDATE things SET site_id = ? WHERE visit_id = ?', data.siteId, data.visitId)
  },
  FileUploaded: (db, { data }) => {
    const site_id = siteOfVisit(db, data.visitId) ?? data.siteId
    add(db, 'files', data.fileId, data.teamId, data.name, { site_id, visit_id: data.visitId })
  },
  FileUpdated: (db, { data }) => set(db, 'files', data.fileId, 'name', data.name),
  FileVisitChanged: (db, { data }) => {
    set(db, 'files', data.fileId, 'visit_id', data.visitId)
    set(db, 'files', data.fileId, 'site_id', siteOfVisit(db, data.visitId) ?? data.siteId)
  },
  DocumentUploaded: (db, { data }) => add(db, 'documents', data.documentId, data.teamId, data.name),
  DocumentRenamed: (db, { data }) => set(db, 'documents', data.documentId, 'name', data.name),
  CategoryAdded: (db, { data }) => add(db, 'categories', data.categoryId, data.teamId, data.name),
  CategoryUpdated: (db, { data }) => set(db, 'categories', data.categoryId, 'name', data.name),
}

type Counted = { resource: Resource; count: number }

const below = {
  clients: {
    sites: "resource = 'sites' AND client_id = ?",
    contents: "site_id IN (SELECT id FROM things WHERE resource = 'sites' AND client_id = ? AND trash_id IS NULL)",
  },
  sites: { contents: 'site_id = ?' },
} as const

/** What goes into the trash with a client or a site: what lies in it and is not there already. */
export const contentsBelow = (db: ReadDb, resource: 'clients' | 'sites', id: string): Counted[] =>
  Object.values(below[resource]).flatMap((where) =>
    db.all<Counted>(
      `SELECT resource, count(*) AS count FROM things WHERE ${where} AND trash_id IS NULL GROUP BY resource`,
      id,
    ),
  )

/** Conditions that find everything that lies in a thing, each with its id; what lies deepest comes first. */
export const everythingBelow = (resource: Resource): readonly string[] => {
  switch (resource) {
    case 'clients':
      return ["site_id IN (SELECT id FROM things WHERE resource = 'sites' AND client_id = ?)", 'client_id = ?']
    case 'sites':
      return ['site_id = ?']
    default:
      return []
  }
}

export const markThing = (db: ReadDb, resource: Resource, id: string, trashId: TrashId | null) =>
  db.run('UPDATE things SET trash_id = ? WHERE resource = ? AND id = ?', trashId, resource, id)
