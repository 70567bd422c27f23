import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { SavedViewDetails } from '#schemas/details/saved-view.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { SavedViewId, TeamId, UserId } from '#schemas/ids.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'

const remove = (db: ReadDb, id: SavedViewId) => db.run('DELETE FROM saved_views WHERE id = ?', id)

const write = (db: ReadDb, { type, data, revision }: Recorded<EventNamed<'OwnViewSaved' | 'TeamViewSaved'>>) => {
  // The own views of an erased user are nobody's.
  if (data.name === null || data.filters === null) return remove(db, data.viewId)
  return db.run(
    `INSERT OR REPLACE INTO saved_views
       (id, team_id, user_id, kind, shared, name, sort_name, filters, sort, look, columns, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    data.viewId,
    data.teamId,
    data.userId,
    data.kind,
    type === 'TeamViewSaved' ? 1 : 0,
    data.name,
    sortName(data.name),
    JSON.stringify(data.filters),
    data.sort,
    data.look,
    data.columns && JSON.stringify(data.columns),
    String(revision),
  )
}

/** Saved views of users and of teams. */
export const savedViews: Part = {
  tables: `
    CREATE TABLE saved_views (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, user_id TEXT NOT NULL, kind TEXT NOT NULL, shared INTEGER NOT NULL,
      name TEXT NOT NULL, sort_name TEXT NOT NULL, filters TEXT NOT NULL, sort TEXT, look TEXT NOT NULL, columns TEXT,
      revision TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX saved_views_of_team ON saved_views (team_id, sort_name, id);
    CREATE INDEX saved_views_of_user ON saved_views (user_id);
  `,
  handlers: {
    OwnViewSaved: write,
    TeamViewSaved: write,
    SavedViewDeleted: (db, { data }) => remove(db, data.viewId),
    PersonErased: (db, { data }) => db.run('DELETE FROM saved_views WHERE user_id = ? AND shared = 0', data.userId),
    TeamPurged: (db, { data }) => db.run('DELETE FROM saved_views WHERE team_id = ?', data.teamId),
  },
}

export type SavedViewRow = SavedViewDetails & {
  id: SavedViewId
  user_id: UserId
  kind: ArrangedKind
  revision: string
}

type Stored = Omit<SavedViewRow, 'shared' | 'filters' | 'columns'> & {
  shared: number
  filters: string
  columns: string | null
}

const rowOf = ({ shared, filters, columns, ...row }: Stored): SavedViewRow => ({
  ...row,
  shared: shared === 1,
  filters: JSON.parse(filters),
  columns: columns === null ? null : JSON.parse(columns),
})

const had = `SELECT id, user_id, kind, shared, name, filters, sort, look, columns, revision FROM saved_views
  WHERE team_id = ? AND (shared = 1 OR user_id = ?)`

export const savedViewQueries = (db: ReadDb) => ({
  /** The views that a user has in a team, their own and the team's, by name. */
  of: (teamId: TeamId, userId: UserId): SavedViewRow[] =>
    db.all<Stored>(`${had} ORDER BY sort_name, id`, teamId, userId).map(rowOf),
  one: (teamId: TeamId, userId: UserId, id: SavedViewId): SavedViewRow | undefined => {
    const row = db.one<Stored>(`${had} AND id = ?`, teamId, userId, id)
    return row && rowOf(row)
  },
})
