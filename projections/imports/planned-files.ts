import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { MadeKind, PlannedFile } from '#schemas/events/import.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ImportId } from '#schemas/ids.ts'
import { rowOfId } from '#schemas/records/import-rows.ts'

/** What a run knows of its plan: where its stream ends, since when its files come, how many had come before, and the last time. */
export const planColumns =
  'plan_revision INTEGER, planned_at TEXT, done_before INTEGER, last_at TEXT, plan_refused INTEGER, plan_unknown TEXT'

/**
 * The files that a run awaits, by their rows; `done` is 1 for those that came, and 2 where their sites have them from
 * elsewhere. `file` is the plan as JSON, until the run ends.
 */
export const plannedTables = `
  CREATE TABLE planned (
    import_id TEXT NOT NULL, row INTEGER NOT NULL, size INTEGER NOT NULL, file TEXT, done INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (import_id, row)
  ) STRICT, WITHOUT ROWID;
`

/** A run that has ended awaits nothing. */
const settle = (db: ReadDb, importId: ImportId): void => {
  db.run('DELETE FROM planned WHERE import_id = ? AND done = 0', importId)
  db.run('UPDATE planned SET file = NULL WHERE import_id = ?', importId)
}

type Made = Recorded<EventNamed<'VisitAdded' | 'CategoryAdded'>>

/** A record that a run has made for its files. */
const made = (db: ReadDb, kind: MadeKind, id: string, { revision, metadata: { via } }: Made) => {
  if (via.kind !== 'import') return
  db.run(
    `INSERT INTO touched (import_id, id, kind, change, revision) VALUES (?, ?, ?, 'created', ?) ON CONFLICT DO NOTHING`,
    via.id,
    id,
    kind,
    revision,
  )
}

export const plannedHandlers: Projection['handlers'] = {
  ImportRowsPlanned: (db, { data: { importId, files, dropped, found }, revision }) => {
    for (const file of files) {
      db.run(
        `INSERT INTO planned (import_id, row, size, file) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET size = excluded.size, file = excluded.file, done = 0 WHERE done <> 1`,
        importId,
        file.row,
        file.size,
        JSON.stringify(file),
      )
    }
    for (const row of dropped) db.run('DELETE FROM planned WHERE import_id = ? AND row = ? AND done = 0', importId, row)
    for (const row of found)
      db.run('UPDATE planned SET done = 2 WHERE import_id = ? AND row = ? AND done = 0', importId, row)
    db.run('UPDATE runs SET plan_revision = ? WHERE id = ?', revision, importId)
  },
  ImportPlanned: (db, { data: { importId, refused, unknownColumns }, revision, metadata: { at } }) =>
    db.run(
      `UPDATE runs SET plan_revision = ?, planned_at = ?, last_at = ?, plan_refused = ?, plan_unknown = ?,
         done_before = (SELECT count(*) FROM planned WHERE import_id = runs.id AND done > 0) WHERE id = ?`,
      revision,
      at,
      at,
      refused,
      JSON.stringify(unknownColumns),
      importId,
    ),
  ImportFinished: (db, { data }) => settle(db, data.importId),
  ImportUndone: (db, { data }) => settle(db, data.importId),
  FileUploaded: (db, { data: { fileId }, metadata: { via, at } }) => {
    if (via.kind !== 'import') return
    db.run('UPDATE planned SET done = 1 WHERE import_id = ? AND row = ?', via.id, rowOfId(fileId))
    db.run('UPDATE runs SET last_at = ? WHERE id = ?', at, via.id)
  },
  VisitAdded: (db, event) => made(db, 'visits', event.data.visitId, event),
  CategoryAdded: (db, event) => made(db, 'categories', event.data.categoryId, event),
  TeamPurged: (db, { data: { teamId } }) =>
    db.run('DELETE FROM planned WHERE import_id IN (SELECT id FROM runs WHERE team_id = ?)', teamId),
}

/** How many files a run awaits in all, how many of them are here, with the bytes of both, and how many came by the run. */
export type PlanCounts = { files: number; done: number; bytes: number; doneBytes: number; came: number }

/** What a run says of its plan; `planned_at` is null while the manifest is not planned to its end. */
export type PlanOfRun = {
  plan_revision: string | null
  planned_at: string | null
  done_before: number | null
  last_at: string | null
  plan_refused: number | null
  plan_unknown: string | null
}

/** How the file of a row is here: not, by its run, or from elsewhere. */
const places = [null, 'came', 'found'] as const

export type PlannedRow = { file: PlannedFile; here: (typeof places)[number] }

export const plannedQueries = (db: ReadDb) => ({
  planOf: (importId: ImportId): PlanOfRun | undefined =>
    db.one<PlanOfRun>(
      `SELECT CAST(plan_revision AS TEXT) AS plan_revision, planned_at, done_before, last_at, plan_refused, plan_unknown
       FROM runs WHERE id = ?`,
      importId,
    ),
  planCounts: (importId: ImportId): PlanCounts =>
    db.one<PlanCounts>(
      `SELECT count(*) AS files, coalesce(sum(done > 0), 0) AS done, coalesce(sum(size), 0) AS bytes,
         coalesce(sum(iif(done > 0, size, 0)), 0) AS doneBytes, coalesce(sum(done = 1), 0) AS came FROM planned WHERE import_id = ?`,
      importId,
    ) ?? { files: 0, done: 0, bytes: 0, doneBytes: 0, came: 0 },
  /** The plan of one row, and how its file is here; undefined where none is awaited. */
  planned: (importId: ImportId, row: number): PlannedRow | undefined => {
    const found = db.one<{ file: string; done: 0 | 1 | 2 }>(
      'SELECT file, done FROM planned WHERE import_id = ? AND row = ? AND file IS NOT NULL',
      importId,
      row,
    )
    return found && { file: JSON.parse(found.file), here: places[found.done] }
  },
  /** Rows of a run after one whose files came by it. */
  rowsThatCame: (importId: ImportId, after: number, limit: number): number[] =>
    db
      .all<{ row: number }>(
        'SELECT row FROM planned WHERE import_id = ? AND done = 1 AND row > ? ORDER BY row LIMIT ? + 0',
        importId,
        after,
        limit,
      )
      .map(({ row }) => row),
})
