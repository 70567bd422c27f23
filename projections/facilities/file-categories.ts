import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Condition } from '#projections/engine/scoped.ts'
import type { FileListQuery } from '#schemas/calls/arrangement.ts'
import { uncategorised } from '#schemas/calls/sort-columns.ts'
import type { CategoryId, FileId } from '#schemas/ids.ts'

/** The site of a file, unless it is hidden, and when it expires, as `file_categories` has them. */
const placeOf = (row: string) => `iif(${row}.hidden, NULL, ${row}.site_id), coalesce(${row}.expires_at, 'never')`

/** Changes how many categories a file has, if the category of this row is not in the trash. */
const count = (change: 1 | -1, row: 'NEW' | 'OLD') =>
  `UPDATE files SET category_count = category_count + ${change} WHERE id = ${row}.file_id
     AND EXISTS (SELECT 1 FROM categories WHERE id = ${row}.category_id AND trash_id IS NULL);`

/**
 * The categories of files, with what a site has by them (D-122): the site of a file that is shown, and its expiry date
 * or `never`, which triggers keep. A row stays when its category is deleted: queries leave out categories in the trash
 * (D-10), and so does `category_count` of the file, which triggers keep too. It is null in the file of an earlier version.
 */
export const fileCategoryTables = `
  CREATE TABLE file_categories (
    file_id TEXT NOT NULL, category_id TEXT NOT NULL, site_id TEXT, expires_at TEXT NOT NULL,
    PRIMARY KEY (file_id, category_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_of_category ON file_categories (category_id, site_id, expires_at);
  CREATE TRIGGER categories_of_file_placed AFTER UPDATE OF site_id, hidden, expires_at ON files
    WHEN (OLD.site_id, OLD.hidden, OLD.expires_at) IS NOT (NEW.site_id, NEW.hidden, NEW.expires_at) BEGIN
    UPDATE file_categories SET (site_id, expires_at) = (${placeOf('NEW')}) WHERE file_id = NEW.id;
  END;
  CREATE TRIGGER category_of_file_added AFTER INSERT ON file_categories BEGIN ${count(1, 'NEW')} END;
  CREATE TRIGGER category_of_file_removed AFTER DELETE ON file_categories BEGIN ${count(-1, 'OLD')} END;
`

/** For the table of categories: in the trash, a category counts for no file. */
export const categoryCountTrigger = `
  CREATE TRIGGER category_of_files_hidden AFTER UPDATE OF trash_id ON categories
    WHEN (OLD.trash_id IS NULL) <> (NEW.trash_id IS NULL) BEGIN
    UPDATE files SET category_count = category_count + iif(NEW.trash_id IS NULL, 1, -1)
      WHERE id IN (SELECT file_id FROM file_categories WHERE category_id = NEW.id);
  END;
`

export const writeFileCategories = (db: ReadDb, fileId: FileId, categoryIds: readonly CategoryId[]): void => {
  for (const id of categoryIds) {
    db.run(
      `INSERT INTO file_categories SELECT id, ?, ${placeOf('files')} FROM files WHERE id = ? ON CONFLICT DO NOTHING`,
      id,
      fileId,
    )
  }
}

/** The categories of the file `f` by name, as JSON. */
export const fileCategoryColumn = `(
  SELECT json_group_array(json_object('id', c.id, 'name', c.name) ORDER BY c.sort_name, c.id)
  FROM file_categories fc JOIN categories c ON c.id = fc.category_id AND c.trash_id IS NULL WHERE fc.file_id = f.id
) AS categories`

const hasNone = `NOT EXISTS (
  SELECT 1 FROM file_categories fc JOIN categories c ON c.id = fc.category_id AND c.trash_id IS NULL
  WHERE fc.file_id = f.id
)`

/** The condition that the file `f` has a category or one below it, or that it has none. */
export const inCategory = (id: NonNullable<FileListQuery['category']>): Condition => {
  if (id === uncategorised) return { where: hasNone, values: [] }
  const where = `f.id IN (
    WITH RECURSIVE wanted (team_id, id) AS (
      SELECT team_id, id FROM categories WHERE id = ? AND trash_id IS NULL
      UNION SELECT c.team_id, c.id FROM categories c
        JOIN wanted w ON c.team_id = w.team_id AND c.parent_id = w.id AND c.trash_id IS NULL
    ) SELECT fc.file_id FROM wanted w JOIN file_categories fc ON fc.category_id = w.id
  )`
  return { where, values: [id] }
}
