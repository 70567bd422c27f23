import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { Recorded } from '#schemas/event.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { TeamId, TrashId } from '#schemas/ids.ts'
import { type Resource, resources } from '#schemas/nouns.ts'
import { restorableUntil } from '#schemas/records/trash.ts'
import { contentsOf } from './contents.ts'

type Taken = Recorded<Extract<LedgerEvent, { data: { trashId: TrashId; teamId: TeamId } }>>

/** A column for tables of records that can be deleted: `trash_id` is the trash entry of what deleted the record itself. */
export const inTrashIndex = (table: Resource): string =>
  `CREATE INDEX ${table}_in_trash ON ${table} (trash_id) WHERE trash_id IS NOT NULL;`

/**
 * Deletions of the last 30 days, one entry for what one command deleted, with what was deleted with it (D-10). A restored
 * entry stays, invisible, so that a second restore with the same key gets the same answer.
 */
export const trash: Part = {
  tables: `
    CREATE TABLE entries (
      trash_id TEXT PRIMARY KEY, act TEXT NOT NULL, team_id TEXT NOT NULL, resource TEXT NOT NULL, record_id TEXT,
      name TEXT NOT NULL, sort_name TEXT NOT NULL, contents TEXT NOT NULL, deleted_at TEXT NOT NULL, deleted_by TEXT,
      expires_at TEXT NOT NULL, restored INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entries_by_time ON entries (team_id, deleted_at, trash_id) WHERE restored = 0;
    CREATE INDEX entries_by_act ON entries (act);
  `,
  handlers: {
    ImportUndone: (db, { data: { kind, fileName }, metadata }) =>
      nameAct(db, metadata.commandId, kind, `Import of ${fileName ?? kind}`),
    // The event is an outcome of the command that deleted the records.
    SampleRemovalEnded: (db, { metadata }) => nameAct(db, metadata.causationId, 'clients', 'Sample data'),
  },
}

/** Gives the entry of what a command deleted as a whole a name of its own. */
const nameAct = (db: ReadDb, act: string | null, resource: Resource, name: string): void => {
  db.run(
    'UPDATE entries SET resource = ?, record_id = NULL, name = ?, sort_name = ? WHERE act = ?',
    resource,
    name,
    sortName(name),
    act,
  )
}

/**
 * Puts a record that the caller then marks with it into the entry of its command. Returns the entry's id: that of the
 * first deletion of the command. What a command deletes beside a first record has no record of its own.
 */
export const enter = (db: ReadDb, { data, metadata }: Taken, resource: Resource, id: string, count = 1): TrashId => {
  const record = db.one<{ name: string; trash_id: TrashId | null }>(
    `SELECT name, trash_id FROM ${resource} WHERE id = ?`,
    id,
  )
  if (record?.trash_id) return record.trash_id
  const entry = db.one<{ trash_id: TrashId }>(
    'SELECT trash_id FROM entries WHERE trash_id = ? OR act = ?',
    data.trashId,
    metadata.commandId,
  )
  if (entry) {
    db.run('UPDATE entries SET record_id = NULL, restored = 0 WHERE trash_id = ?', entry.trash_id)
    return entry.trash_id
  }
  const name = record?.name ?? ''
  insert(db, 'entries', {
    trash_id: data.trashId,
    act: metadata.commandId,
    team_id: data.teamId,
    resource,
    record_id: id,
    name,
    sort_name: sortName(name),
    contents: JSON.stringify(contentsOf(db, resource, id, count)),
    deleted_at: metadata.at,
    deleted_by: metadata.actor,
    expires_at: restorableUntil(metadata.at),
  })
  return data.trashId
}

/** The entries of records, by a column of theirs. */
export const entriesOf = (db: ReadDb, table: Resource, column: string, value: string): TrashId[] =>
  db
    .all<{ trash_id: TrashId }>(
      `SELECT DISTINCT trash_id FROM ${table} WHERE ${column} = ? AND trash_id IS NOT NULL`,
      value,
    )
    .map(({ trash_id }) => trash_id)

const isEmpty = (db: ReadDb, entry: TrashId): boolean =>
  !resources.some((noun) => db.one(`SELECT 1 FROM ${noun} WHERE trash_id = ?`, entry))

/** Marks entries whose records were restored; one of several records stays while one of them is in it. */
export const leave = (db: ReadDb, entries: readonly TrashId[]): void => {
  for (const entry of entries) {
    if (isEmpty(db, entry)) db.run('UPDATE entries SET restored = 1 WHERE trash_id = ?', entry)
  }
}

/** Purges records, and each trash entry with its last record. */
export const purge = (db: ReadDb, table: Resource, column: string, value: string): void => {
  const entries = entriesOf(db, table, column, value)
  db.run(`DELETE FROM ${table} WHERE ${column} = ?`, value)
  for (const entry of entries) {
    if (isEmpty(db, entry)) db.run('DELETE FROM entries WHERE trash_id = ?', entry)
  }
}
