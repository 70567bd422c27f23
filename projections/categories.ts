import type { CategoryId, TeamId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

type Place = { teamId: TeamId; categoryId: CategoryId; parentId: CategoryId | null; index: number }

/** Numbers the children of one parent anew, where there is no number left between two of them. */
const renumber = (db: ReadDb, { teamId, parentId }: Place) =>
  db.run(
    `UPDATE categories SET place = numbered.at FROM (
       SELECT id, row_number() OVER (ORDER BY place, id) AS at FROM categories
       WHERE team_id = ? AND parent_id IS ? AND trash_id IS NULL
     ) numbered WHERE categories.id = numbered.id`,
    teamId,
    parentId,
  )

/** A number between those of the siblings that are to be before and after it: none of them has to give way. */
const placeFor = (db: ReadDb, place: Place): number => {
  const { teamId, parentId, categoryId, index } = place
  const around = db.all<{ place: number }>(
    `SELECT place FROM categories WHERE team_id = ? AND parent_id IS ? AND trash_id IS NULL AND id <> ?
     ORDER BY place, id LIMIT ? OFFSET ?`,
    ...[teamId, parentId, categoryId, index === 0 ? 1 : 2, Math.max(index - 1, 0)],
  )
  const [before, after] = index === 0 ? [undefined, around[0]] : around
  if (!before || !after) return before ? before.place + 1 : (after?.place ?? 1) - 1
  const between = (before.place + after.place) / 2
  if (between > before.place && between < after.place) return between
  renumber(db, place)
  return placeFor(db, place)
}

/**
 * The tree of each team; the children of one parent are in the order of `place`, which may be any number.
 * What was deleted stays, outside the tree, until it is purged: `trash_id` is its entry in the trash (D-10).
 */
export const categories: Projection = {
  name: 'categories',
  version: 4,
  tables: `
    CREATE TABLE categories (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, parent_id TEXT, place REAL NOT NULL, name TEXT NOT NULL,
      slug TEXT NOT NULL, revision TEXT NOT NULL, trash_id TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX categories_in_order ON categories (team_id, parent_id, place) WHERE trash_id IS NULL;
  `,
  handlers: {
    CategoryAdded: (db, { data, revision }) => {
      if (db.one('SELECT 1 FROM categories WHERE id = ?', data.categoryId)) return
      db.run(
        'INSERT INTO categories (id, team_id, parent_id, place, name, slug, revision) VALUES (?, ?, ?, ?, ?, ?, ?)',
        data.categoryId,
        data.teamId,
        data.parentId,
        placeFor(db, data),
        data.name,
        data.slug,
        String(revision),
      )
    },
    CategoryUpdated: (db, { data, revision }) =>
      db.run(
        'UPDATE categories SET name = ?, slug = ?, revision = ? WHERE id = ?',
        data.name,
        data.slug,
        String(revision),
        data.categoryId,
      ),
    CategoryMoved: (db, { data, revision }) =>
      db.run(
        'UPDATE categories SET parent_id = ?, place = ?, revision = ? WHERE id = ?',
        data.parentId,
        placeFor(db, data),
        String(revision),
        data.categoryId,
      ),
    CategoryDeleted: (db, { data }) => {
      for (const id of data.categoryIds) db.run('UPDATE categories SET trash_id = ? WHERE id = ?', data.trashId, id)
    },
    CategoryRestored: (db, { data, revision }) => {
      if (!db.run('UPDATE categories SET trash_id = NULL WHERE trash_id = ?', data.trashId)) return
      db.run(
        'UPDATE categories SET parent_id = ?, place = ?, revision = ? WHERE id = ?',
        data.parentId,
        placeFor(db, data),
        String(revision),
        data.categoryId,
      )
      for (const [id, slug] of Object.entries(data.slugs)) {
        db.run('UPDATE categories SET slug = ?, revision = ? WHERE id = ?', slug, String(revision), id)
      }
    },
    CategoryPurged: (db, { data }) => db.run('DELETE FROM categories WHERE trash_id = ?', data.trashId),
  },
}

export type CategoryRow = {
  id: CategoryId
  parent_id: CategoryId | null
  name: string
  slug: string
  revision: string
}

/** A category with everything below it. */
export type CategoryBranch = CategoryRow & { children: CategoryBranch[] }

const nest = (rows: readonly CategoryRow[]): CategoryBranch[] => {
  const branches = new Map(rows.map((row) => [row.id, { ...row, children: [] as CategoryBranch[] }]))
  const roots: CategoryBranch[] = []
  for (const branch of branches.values()) {
    const siblings = branch.parent_id === null ? roots : branches.get(branch.parent_id)?.children
    siblings?.push(branch)
  }
  return roots
}

export const categoryQueries = (db: ReadDb) => ({
  /** The whole tree of a team: everybody in it sees all of it (D-57). */
  tree: (teamId: TeamId): CategoryBranch[] =>
    nest(
      db.all<CategoryRow>(
        `SELECT id, parent_id, name, slug, revision FROM categories
         WHERE team_id = ? AND trash_id IS NULL ORDER BY place, id`,
        teamId,
      ),
    ),
})
export type CategoryQueries = ReturnType<typeof categoryQueries>
