import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { ListLook } from '#schemas/details/list-look.ts'
import type { UserId } from '#schemas/ids.ts'

/** How users see the lists of each kind, by the last choice. */
export const listLooks: Part = {
  tables: `
    CREATE TABLE list_looks (
      user_id TEXT NOT NULL, kind TEXT NOT NULL, look TEXT NOT NULL, hidden TEXT NOT NULL, widths TEXT NOT NULL,
      PRIMARY KEY (user_id, kind)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    ListLookChosen: (db, { data: { userId, kind, look, hidden, widths } }) =>
      db.run(
        'INSERT OR REPLACE INTO list_looks (user_id, kind, look, hidden, widths) VALUES (?, ?, ?, ?, ?)',
        userId,
        kind,
        look,
        JSON.stringify(hidden),
        JSON.stringify(widths),
      ),
    PersonErased: (db, { data }) => db.run('DELETE FROM list_looks WHERE user_id = ?', data.userId),
  },
}

type Stored = Omit<ListLook, 'hidden' | 'widths'> & { hidden: string; widths: string }

export const listLookQueries = (db: ReadDb) => ({
  of: (userId: UserId): ListLook[] =>
    db
      .all<Stored>('SELECT kind, look, hidden, widths FROM list_looks WHERE user_id = ? ORDER BY kind', userId)
      .map(({ hidden, widths, ...row }) => ({ ...row, hidden: JSON.parse(hidden), widths: JSON.parse(widths) })),
})
