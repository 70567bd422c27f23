import type { CategoryId, FileId } from '#schemas/ids.ts'
import { sortName } from './fold.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'

/**
 * Which files have which categories. What a file was given stays when a category is deleted: the file is without it
 * as long as that is in the trash, `trash_id` being its entry there (D-10).
 */
export const fileCategoryTables = `
  CREATE TABLE categories (
    id TEXT PRIMARY KEY, parent_id TEXT, name TEXT NOT NULL, sort_name TEXT NOT NULL, trash_id TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE file_categories (
    file_id TEXT NOT NULL, category_id TEXT NOT NULL, PRIMARY KEY (file_id, category_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX categories_by_parent ON categories (parent_id);
  CREATE INDEX files_of_category ON file_categories (category_id);
`

export const fileCategoryHandlers: Projection['handlers'] = {
  CategoryAdded: (db, { data }) =>
    db.run(
      'INSERT INTO categories (id, parent_id, name, sort_name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      data.categoryId,
      data.parentId,
      data.name,
      sortName(data.name),
    ),
  CategoryUpdated: (db, { data }) =>
    db.run(
      'UPDATE categories SET name = ?, sort_name = ? WHERE id = ?',
      data.name,
      sortName(data.name),
      data.categoryId,
    ),
  CategoryMoved: (db, { data }) =>
    db.run('UPDATE categories SET parent_id = ? WHERE id = ?', data.parentId, data.categoryId),
  CategoryDeleted: (db, { data }) => {
    for (const id of data.categoryIds) db.run('UPDATE categories SET trash_id = ? WHERE id = ?', data.trashId, id)
  },
  CategoryRestored: (db, { data }) => {
    db.run('UPDATE categories SET trash_id = NULL WHERE trash_id = ?', data.trashId)
    db.run('UPDATE categories SET parent_id = ? WHERE id = ?', data.parentId, data.categoryId)
  },
  CategoryPurged: (db, { data }) => {
    const purged = 'SELECT id FROM categories WHERE trash_id = ?'
    db.run(`DELETE FROM file_categories WHERE category_id IN (${purged})`, data.trashId)
    db.run('DELETE FROM categories WHERE trash_id = ?', data.trashId)
  },
}

export const writeFileCategories = (db: ReadDb, fileId: FileId, categoryIds: readonly CategoryId[]): void => {
  for (const id of categoryIds) {
    db.run('INSERT INTO file_categories (file_id, category_id) VALUES (?, ?) ON CONFLICT DO NOTHING', fileId, id)
  }
}

/** The categories of the file `f` by name, as JSON. */
export const fileCategoryColumn = `(
  SELECT json_group_array(json_object('id', c.id, 'name', c.name) ORDER BY c.sort_name, c.id)
  FROM file_categories fc JOIN categories c ON c.id = fc.category_id AND c.trash_id IS NULL WHERE fc.file_id = f.id
) AS categories`

/** The condition that the file `f` has a category or one below it (FILE-26); nothing where no category is asked for. */
export const inCategory = (id: CategoryId | undefined): { where: string; values: SqlValue[] } => {
  if (id === undefined) return { where: '', values: [] }
  const where = ` AND f.id IN (
    WITH RECURSIVE wanted (id) AS (
      SELECT id FROM categories WHERE id = ? AND trash_id IS NULL
      UNION SELECT c.id FROM categories c JOIN wanted w ON c.parent_id = w.id AND c.trash_id IS NULL
    ) SELECT fc.file_id FROM wanted w JOIN file_categories fc ON fc.category_id = w.id
  )`
  return { where, values: [id] }
}
