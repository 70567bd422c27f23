import { composeHandlers } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { planColumns, plannedHandlers, plannedTables } from './planned-files.ts'
import { recordHandlers, recordTables } from './records.ts'

const runHandlers: Projection['handlers'] = {
  ImportStarted: (db, { data, metadata }) =>
    db.run(
      `INSERT INTO runs (id, team_id, kind, file_name, columns, rows, started_at, started_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      data.importId,
      data.teamId,
      data.kind,
      data.fileName,
      JSON.stringify(data.columns),
      data.rows,
      metadata.at,
      metadata.actor,
    ),
  ImportRowsRefused: (db, { data: { importId, refusals } }) => {
    db.run('DELETE FROM refused WHERE import_id = ?', importId)
    for (const { row, external_id, errors, cells } of refusals) {
      db.run(
        'INSERT INTO refused (import_id, row, external_id, errors, cells) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        importId,
        row,
        external_id,
        JSON.stringify(errors),
        JSON.stringify(cells),
      )
    }
  },
  ImportFinished: (db, { data: { importId, teamId: _, ...report }, metadata }) =>
    db.run('UPDATE runs SET finished_at = ?, report = ? WHERE id = ?', metadata.at, JSON.stringify(report), importId),
  ImportStopped: (db, { data: { importId }, metadata }) =>
    db.run('UPDATE runs SET stopped_at = ? WHERE id = ?', metadata.at, importId),
  ImportResumed: (db, { data: { importId } }) => db.run('UPDATE runs SET stopped_at = NULL WHERE id = ?', importId),
  ImportUndone: (db, { data: { importId, deleted, reverted, kept }, metadata }) => {
    const undone = JSON.stringify({ deleted, reverted, kept })
    db.run('UPDATE runs SET undone_at = ?, undone = ? WHERE id = ?', metadata.at, undone, importId)
  },
  TeamPurged: (db, { data: { teamId } }) => {
    db.run('DELETE FROM touched WHERE import_id IN (SELECT id FROM runs WHERE team_id = ?)', teamId)
    db.run('DELETE FROM refused WHERE import_id IN (SELECT id FROM runs WHERE team_id = ?)', teamId)
    db.run('DELETE FROM runs WHERE team_id = ?', teamId)
    db.run('DELETE FROM records WHERE team_id = ?', teamId)
  },
}

/** Import runs with their results, and the records that rows are matched with. */
export const imports: Projection = {
  name: 'imports',
  version: 8,
  tables: `
    CREATE TABLE runs (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, kind TEXT NOT NULL, file_name TEXT, columns TEXT, rows INTEGER NOT NULL,
      started_at TEXT NOT NULL, started_by TEXT, finished_at TEXT, undone_at TEXT, report TEXT, undone TEXT,
      stopped_at TEXT, ${planColumns}
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX runs_by_date ON runs (team_id, started_at, id);
    CREATE TABLE refused (
      import_id TEXT NOT NULL, row INTEGER NOT NULL, external_id TEXT, errors TEXT NOT NULL, cells TEXT NOT NULL,
      PRIMARY KEY (import_id, row)
    ) STRICT, WITHOUT ROWID;
    ${plannedTables}
    ${recordTables}
  `,
  handlers: composeHandlers([recordHandlers, plannedHandlers, runHandlers]),
}
