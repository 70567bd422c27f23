import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { Recorded } from '#schemas/event.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { TeamId, TrashId, UserId } from '#schemas/ids.ts'
import { type Resource, resources } from '#schemas/nouns.ts'
import { restorableUntil } from '#schemas/records/trash.ts'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { contentsOf } from './contents.ts'
import { scopeColumns } from './scope-columns.ts'

type Taken = Recorded<Extract<LedgerEvent, { data: { trashId: TrashId; teamId: TeamId } }>>

/** A column for tables of records that can be deleted: `trash_id` is the trash entry of the record's own deletion. */
export const inTrashIndex = (table: Resource): string =>
  `CREATE INDEX ${table}_in_trash ON ${table} (trash_id) WHERE trash_id IS NOT NULL;`

/**
 * Deletions of the last 30 days, one entry each, with what was deleted with the record (D-10). A restored entry stays,
 * invisible, so that a second restore with the same key gets the same answer.
 */
export const trash: Part = {
  tables: `
    CREATE TABLE entries (
      trash_id TEXT PRIMARY KEY, team_id TEXT NOT NULL, resource TEXT NOT NULL, record_id TEXT, name TEXT NOT NULL,
      contents TEXT NOT NULL, deleted_at TEXT NOT NULL, deleted_by TEXT, expires_at TEXT NOT NULL,
      restored INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entries_by_time ON entries (team_id, deleted_at, trash_id) WHERE restored = 0;
  `,
  handlers: {},
}

/** Writes the entry for a record that the caller then marks with it. */
export const enter = (db: ReadDb, { data, metadata }: Taken, resource: Resource, id: string, count = 1): void => {
  const record = db.one<{ name: string; trash_id: TrashId | null }>(
    `SELECT name, trash_id FROM ${resource} WHERE id = ?`,
    id,
  )
  if (record?.trash_id === data.trashId) return
  db.run(
    `INSERT INTO entries (trash_id, team_id, resource, record_id, name, contents, deleted_at, deleted_by, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET restored = 0, name = excluded.name, contents = excluded.contents,
       deleted_at = excluded.deleted_at, deleted_by = excluded.deleted_by, expires_at = excluded.expires_at`,
    data.trashId,
    data.teamId,
    resource,
    id,
    record?.name ?? '',
    JSON.stringify(contentsOf(db, resource, id, count)),
    metadata.at,
    metadata.actor,
    restorableUntil(metadata.at),
  )
}

/** Files that are deleted by one command share an entry: it has the name of the first one, and no record of its own. */
export const enterFile = (db: ReadDb, event: Taken, fileId: string): void => {
  const { trashId } = event.data
  const entry = db.one<{ record_id: string | null }>('SELECT record_id FROM entries WHERE trash_id = ?', trashId)
  if (!entry || entry.record_id === fileId) {
    enter(db, event, 'files', fileId)
    return
  }
  const others = db.one<{ many: number }>(
    'SELECT count(*) AS many FROM files WHERE trash_id = ? AND id <> ?',
    trashId,
    fileId,
  )
  db.run(
    "UPDATE entries SET record_id = NULL, contents = json_object('files', ?), restored = 0 WHERE trash_id = ?",
    (others?.many ?? 0) + 1,
    trashId,
  )
}

/** Marks the entry of a restored record; an entry of several files stays while one of them is in it. */
export const leave = (db: ReadDb, { data: { trashId } }: Taken, resource: Resource): void => {
  db.run(
    `UPDATE entries SET restored = NOT EXISTS (SELECT 1 FROM ${resource} WHERE trash_id = ?) WHERE trash_id = ?`,
    trashId,
    trashId,
  )
}

/** Purges records, and each trash entry with its last record. */
export const purge = (db: ReadDb, table: Resource, column: string, value: string): void => {
  const entries = db.all<{ trash_id: TrashId }>(
    `SELECT DISTINCT trash_id FROM ${table} WHERE ${column} = ? AND trash_id IS NOT NULL`,
    value,
  )
  db.run(`DELETE FROM ${table} WHERE ${column} = ?`, value)
  for (const { trash_id } of entries) {
    if (db.one(`SELECT 1 FROM ${table} WHERE trash_id = ?`, trash_id)) continue
    db.run('DELETE FROM entries WHERE trash_id = ?', trash_id)
  }
}

export type TrashRow = {
  id: TrashId
  team_id: TeamId
  resource: Resource
  /** Null when several files were deleted by one command. */
  record_id: string | null
  /** That of the first file when there are several. */
  name: string
  contents: TrashEntry['contents']
  deleted_at: string
  deleted_by: UserId | null
  expires_at: string
}
type StoredRow = Omit<TrashRow, 'contents'> & { contents: string }

const columns = `e.trash_id AS id, e.team_id, e.resource, e.record_id, e.name, e.contents, e.deleted_at, e.deleted_by,
  e.expires_at`

const opened = (row: StoredRow): TrashRow => ({ ...row, contents: JSON.parse(row.contents) })

/** Conditions under which a record of the entry `e` is outside a scope; documents and categories never are (D-57). */
const outside = ({ clientId, siteIds }: Scope): { conditions: string[]; values: SqlValue[] } => {
  const inEntry = (noun: Resource, column: string, condition: string) =>
    `EXISTS (SELECT 1 FROM ${noun} t WHERE t.trash_id = e.trash_id AND ${column} ${condition})`
  const beyond = (level: 'client' | 'site', condition: string) =>
    resources.flatMap((noun) => {
      const column = scopeColumns(noun, 't')[level]
      return column === undefined ? [] : [inEntry(noun, column, condition)]
    })
  const ofClient = clientId === null ? [] : beyond('client', '<> ?')
  const ofSites = siteIds === null ? [] : beyond('site', 'NOT IN (SELECT value FROM json_each(?))')
  return {
    conditions: [...ofClient, ...ofSites],
    values: [...ofClient.map(() => clientId), ...ofSites.map(() => JSON.stringify(siteIds))],
  }
}

/**
 * The visible part of the trash: the scope, the resources that the user may delete, and the present time for expiry.
 */
export type TrashSight = { scope: Scope; resources: readonly Resource[]; now: Date }

const visible = ({ scope, resources, now }: TrashSight): { where: string; values: SqlValue[] } => {
  const { conditions, values } = outside(scope)
  const own = `e.team_id = ? AND e.expires_at > ? AND e.resource IN (SELECT value FROM json_each(?))`
  return {
    where: [own, ...conditions].join(' AND NOT '),
    values: [scope.teamId, now.toISOString(), JSON.stringify(resources), ...values],
  }
}

export const trashQueries = (db: ReadDb) => ({
  list: (sight: TrashSight, page: PageQuery): Page<TrashRow> => {
    const { where, values } = visible(sight)
    const found = selectPage<StoredRow>(
      db,
      {
        select: columns,
        from: 'entries e',
        where: `${where} AND e.restored = 0`,
        values,
        orderBy: ['e.deleted_at', 'e.trash_id'],
        sortKeyOf: ({ deleted_at, id }) => [deleted_at, id],
        descending: true,
      },
      page,
    )
    return { ...found, rows: found.rows.map(opened) }
  },
  /** How many entries `list` has. */
  count: (sight: TrashSight): number => {
    const { where, values } = visible(sight)
    const sql = `SELECT count(*) AS many FROM entries e WHERE ${where} AND e.restored = 0`
    return db.one<{ many: number }>(sql, ...values)?.many ?? 0
  },
  /** One entry, even if it was restored. */
  one: (sight: TrashSight, id: TrashId): TrashRow | undefined => {
    const { where, values } = visible(sight)
    const row = db.one<StoredRow>(`SELECT ${columns} FROM entries e WHERE ${where} AND e.trash_id = ?`, ...values, id)
    return row && opened(row)
  },
})
