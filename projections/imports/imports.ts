import type { Projection } from '../projection.ts'
import { recordHandlers, recordTables } from './records.ts'

/** Runs of imports, what each did, and what rows are matched with. */
export const imports: Projection = {
  name: 'imports',
  version: 1,
  tables: `
    CREATE TABLE runs (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, kind TEXT NOT NULL, rows INTEGER NOT NULL, started_at TEXT NOT NULL,
      started_by TEXT, finished_at TEXT, undone_at TEXT, report TEXT, undone TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX runs_by_date ON runs (team_id, started_at, id);
    ${recordTables}
  `,
  handlers: {
    ...recordHandlers,
    ImportStarted: (db, { data, metadata }) =>
      db.run(
        `INSERT INTO runs (id, team_id, kind, rows, started_at, started_by) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
        ...[data.importId, data.teamId, data.kind, data.rows, metadata.at, metadata.actor],
      ),
    ImportFinished: (db, { data: { importId, teamId: _, ...report }, metadata }) =>
      db.run('UPDATE runs SET finished_at = ?, report = ? WHERE id = ?', metadata.at, JSON.stringify(report), importId),
    ImportUndone: (db, { data: { importId, teamId: _, ...undone }, metadata }) =>
      db.run('UPDATE runs SET undone_at = ?, undone = ? WHERE id = ?', metadata.at, JSON.stringify(undone), importId),
    TeamPurged: (db, { data: { teamId } }) => {
      db.run('DELETE FROM touched WHERE import_id IN (SELECT id FROM runs WHERE team_id = ?)', teamId)
      db.run('DELETE FROM runs WHERE team_id = ?', teamId)
      db.run('DELETE FROM records WHERE team_id = ?', teamId)
    },
  },
}
