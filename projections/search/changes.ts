import type { ReadDb } from '#projections/engine/read-db.ts'
import { reindex, searchable } from './items.ts'
import { removeText } from './texts.ts'

const set = (db: ReadDb, column: 'name' | 'postcode' | 'sort_key', id: string, value: string): boolean =>
  db.run(`UPDATE items SET ${column} = ? WHERE id = ? AND ${column} <> ?`, value, id, value) > 0

/**
 * Renames an item and updates its sort key. Returns whether the searchable name has changed; if not, nothing
 * needs to be reindexed.
 */
export const rename = (db: ReadDb, id: string, name: string, sortKey?: string): boolean => {
  if (sortKey !== undefined) set(db, 'sort_key', id, sortKey)
  return set(db, 'name', id, searchable(name))
}

/** Changes the postcode of a site, by which only the site itself is found; returns the same as `rename`. */
export const setPostcode = (db: ReadDb, id: string, postcode: string): boolean =>
  set(db, 'postcode', id, searchable(postcode))

/** Moves an item to the trash, or out of it (null). */
export const setTrash = (db: ReadDb, id: string, trashId: string | null): void => {
  db.run('UPDATE items SET trash_id = ? WHERE id = ?', trashId, id)
}

export const reindexOne = (db: ReadDb, id: string): void => reindex(db, 'id = ?', id)

/** Reindexes a client with its sites, visits and files. */
export const reindexClient = (db: ReadDb, id: string): void => reindex(db, 'client_id = ?', id)

/** Reindexes a site with its visits and files. */
export const reindexSite = (db: ReadDb, id: string): void => reindex(db, 'site_id = ?', id)

/** Reindexes a visit with its files. */
export const reindexVisit = (db: ReadDb, id: string): void => {
  reindexOne(db, id)
  reindex(db, 'visit_id = ?', id)
}

/** Reindexes the files of some categories. */
export const reindexCategories = (db: ReadDb, ids: readonly string[]): void =>
  reindex(
    db,
    'id IN (SELECT item_id FROM item_categories WHERE category_id IN (SELECT value FROM json_each(?)))',
    JSON.stringify(ids),
  )

/** Deletes items with their texts and index entries. */
export const purge = (db: ReadDb, where: string, value: string): void => {
  const chosen = db.all<{ n: number; isFound: number }>(
    `SELECT n, label IS NOT NULL AS isFound FROM items WHERE ${where}`,
    value,
  )
  for (const { n, isFound } of chosen) {
    if (isFound) db.run('DELETE FROM labels WHERE rowid = ?', n)
    removeText(db, n)
  }
  db.run(`DELETE FROM item_categories WHERE item_id IN (SELECT id FROM items WHERE ${where})`, value)
  db.run(`DELETE FROM items WHERE ${where}`, value)
}
