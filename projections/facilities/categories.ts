import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { detailColumns, insert, update } from '#projections/engine/rows.ts'
import { type CategoryDetails, categoryDetails } from '#schemas/details/category.ts'
import type { CategoryId, TeamId } from '#schemas/ids.ts'
import type { Requirement } from '#schemas/records/requirement.ts'
import { categoryCountTrigger } from './file-categories.ts'
import { enter, entriesOf, inTrashIndex, leave, purge } from './trash.ts'

type Position = { teamId: TeamId; categoryId: CategoryId; parentId: CategoryId | null; index: number }

/** Renumbers the children of one parent when no number is left between two of them. */
const renumber = (db: ReadDb, { teamId, parentId }: Position) =>
  db.run(
    `UPDATE categories SET place = numbered.at FROM (
       SELECT id, row_number() OVER (ORDER BY place, id) AS at FROM categories
       WHERE team_id = ? AND parent_id IS ? AND trash_id IS NULL
     ) numbered WHERE categories.id = numbered.id`,
    teamId,
    parentId,
  )

/** A number between those of the previous and the next sibling, so that no sibling has to change. */
const sortKeyFor = (db: ReadDb, position: Position): number => {
  const { teamId, parentId, categoryId, index } = position
  const around = db.all<{ place: number }>(
    `SELECT place FROM categories WHERE team_id = ? AND parent_id IS ? AND trash_id IS NULL AND id <> ?
     ORDER BY place, id LIMIT ? + 0 OFFSET ? + 0`,
    teamId,
    parentId,
    categoryId,
    index === 0 ? 1 : 2,
    Math.max(index - 1, 0),
  )
  const [before, after] = index === 0 ? [undefined, around[0]] : around
  if (!before || !after) return before ? before.place + 1 : (after?.place ?? 1) - 1
  const between = (before.place + after.place) / 2
  if (between > before.place && between < after.place) return between
  renumber(db, position)
  return sortKeyFor(db, position)
}

const detailsOf = (data: CategoryDetails) => ({ ...categoryDetails.of(data), sort_name: sortName(data.name) })

/** Places a category among the children of its parent. */
const put = (db: ReadDb, data: Position, revision: bigint) =>
  update(db, 'categories', data.categoryId, {
    parent_id: data.parentId,
    place: sortKeyFor(db, data),
    revision: String(revision),
  })

const require = (db: ReadDb, id: CategoryId, requirement: Requirement | null, revision: bigint) =>
  update(db, 'categories', id, {
    requirement: requirement && JSON.stringify(requirement),
    revision: String(revision),
  })

/**
 * The category tree of each team. The children of one parent are in the order of `place`, which may be any number. A
 * deleted category stays, outside the tree, until it is purged: `trash_id` is its entry in the trash, and `branch` the id by
 * which the branch that it was deleted with is restored or purged (D-10). `requirement` says, as JSON, which sites need it.
 */
export const categories: Part = {
  tables: `
    CREATE TABLE categories (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, parent_id TEXT, place REAL NOT NULL, name TEXT NOT NULL,
      sort_name TEXT NOT NULL, slug TEXT NOT NULL, expires_after_months INTEGER, revision TEXT NOT NULL,
      trash_id TEXT, branch TEXT, requirement TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX categories_of_branch ON categories (branch) WHERE branch IS NOT NULL;
    CREATE INDEX categories_in_order ON categories (team_id, parent_id, place) WHERE trash_id IS NULL;
    ${inTrashIndex('categories')}
    ${categoryCountTrigger}
  `,
  handlers: {
    CategoryAdded: (db, { data, revision }) => {
      if (db.one('SELECT 1 FROM categories WHERE id = ?', data.categoryId)) return
      insert(db, 'categories', {
        id: data.categoryId,
        team_id: data.teamId,
        parent_id: data.parentId,
        place: sortKeyFor(db, data),
        ...detailsOf(data),
        revision: String(revision),
      })
    },
    CategoryUpdated: (db, { data, revision }) =>
      update(db, 'categories', data.categoryId, { ...detailsOf(data), revision: String(revision) }),
    CategoryMoved: (db, { data, revision }) => put(db, data, revision),
    CategoryRequired: (db, { data, revision }) => require(db, data.categoryId, data.requirement, revision),
    CategoryRequirementRemoved: (db, { data, revision }) => require(db, data.categoryId, null, revision),
    CategoryDeleted: (db, event) => {
      const { data } = event
      const entry = enter(db, event, 'categories', data.categoryId, data.categoryIds.length)
      for (const id of data.categoryIds) update(db, 'categories', id, { trash_id: entry, branch: data.trashId })
    },
    CategoryRestored: (db, event) => {
      const { data, revision } = event
      const entries = entriesOf(db, 'categories', 'branch', data.trashId)
      if (!db.run('UPDATE categories SET trash_id = NULL, branch = NULL WHERE branch = ?', data.trashId)) return
      put(db, data, revision)
      for (const [id, slug] of Object.entries(data.slugs)) {
        update(db, 'categories', id, { slug, revision: String(revision) })
      }
      leave(db, entries)
    },
    CategoryPurged: (db, { data }) => {
      const purged = 'SELECT id FROM categories WHERE branch = ?'
      db.run(`DELETE FROM file_categories WHERE category_id IN (${purged})`, data.trashId)
      purge(db, 'categories', 'branch', data.trashId)
    },
  },
}

export type CategoryRow = CategoryDetails & {
  id: CategoryId
  parent_id: CategoryId | null
  requirement: Requirement | null
  revision: string
}
type StoredRow = Omit<CategoryRow, 'requirement'> & { requirement: string | null }

/** A category with its descendants. */
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
  /** Whether any category of a team is required of sites. */
  areRequired: (teamId: TeamId): boolean =>
    db.one(
      'SELECT 1 FROM categories WHERE team_id = ? AND trash_id IS NULL AND requirement IS NOT NULL LIMIT 1',
      teamId,
    ) !== undefined,

  /** The whole tree of a team: every member sees all of it (D-57). */
  tree: (teamId: TeamId): CategoryBranch[] =>
    nest(
      db
        .all<StoredRow>(
          `SELECT id, parent_id, ${detailColumns(categoryDetails, 'categories')}, requirement, revision FROM categories
           WHERE team_id = ? AND trash_id IS NULL ORDER BY place, id`,
          teamId,
        )
        .map((row) => ({ ...row, requirement: row.requirement === null ? null : JSON.parse(row.requirement) })),
    ),
})
