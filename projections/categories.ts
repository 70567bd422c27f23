import type { CategoryId, TeamId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

type Place = { teamId: TeamId; categoryId: CategoryId; parentId: CategoryId | null; index: number }
type StoredPlace = { team_id: TeamId; parent_id: CategoryId | null; place: number }

/** Siblings after a category move up by one; it is about to go. */
const closeGap = (db: ReadDb, categoryId: CategoryId) => {
  const left = db.one<StoredPlace>(
    'SELECT team_id, parent_id, place FROM categories WHERE id = ? AND trash_id IS NULL',
    categoryId,
  )
  if (!left) return
  db.run(
    `UPDATE categories SET place = place - 1
     WHERE team_id = ? AND parent_id IS ? AND place > ? AND trash_id IS NULL`,
    left.team_id,
    left.parent_id,
    left.place,
  )
}

/** Siblings from a place on move down by one; a category is about to come there. */
const makeRoom = (db: ReadDb, { teamId, parentId, index }: Place) =>
  db.run(
    `UPDATE categories SET place = place + 1
     WHERE team_id = ? AND parent_id IS ? AND place >= ? AND trash_id IS NULL`,
    teamId,
    parentId,
    index,
  )

/**
 * The tree of each team; `place` counts the children of one parent from 0. It changes often, so no index holds it.
 * What was deleted stays, outside the tree, until it is purged: `trash_id` is its entry in the trash (D-10).
 */
export const categories: Projection = {
  name: 'categories',
  version: 3,
  tables: `
    CREATE TABLE categories (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, parent_id TEXT, place INTEGER NOT NULL, name TEXT NOT NULL,
      slug TEXT NOT NULL, revision TEXT NOT NULL, trash_id TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX categories_by_parent ON categories (team_id, parent_id);
  `,
  handlers: {
    CategoryAdded: (db, { data, revision }) => {
      if (db.one('SELECT 1 FROM categories WHERE id = ?', data.categoryId)) return
      makeRoom(db, data)
      db.run(
        'INSERT INTO categories (id, team_id, parent_id, place, name, slug, revision) VALUES (?, ?, ?, ?, ?, ?, ?)',
        data.categoryId,
        data.teamId,
        data.parentId,
        data.index,
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
    CategoryMoved: (db, { data, revision }) => {
      closeGap(db, data.categoryId)
      // Out of the way while its new siblings make room.
      db.run('UPDATE categories SET place = -1 WHERE id = ?', data.categoryId)
      makeRoom(db, data)
      db.run(
        'UPDATE categories SET parent_id = ?, place = ?, revision = ? WHERE id = ?',
        data.parentId,
        data.index,
        String(revision),
        data.categoryId,
      )
    },
    CategoryDeleted: (db, { data }) => {
      closeGap(db, data.categoryId)
      for (const id of data.categoryIds) db.run('UPDATE categories SET trash_id = ? WHERE id = ?', data.trashId, id)
    },
    CategoryRestored: (db, { data, revision }) => {
      if (
        !db.run(
          'UPDATE categories SET trash_id = NULL, place = -1 WHERE trash_id = ? AND id = ?',
          data.trashId,
          data.categoryId,
        )
      )
        return
      makeRoom(db, data)
      db.run('UPDATE categories SET trash_id = NULL WHERE trash_id = ?', data.trashId)
      db.run(
        'UPDATE categories SET parent_id = ?, place = ?, revision = ? WHERE id = ?',
        data.parentId,
        data.index,
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
