import type { ReadDb } from '../read-db.ts'
import { reindex, searchable } from './items.ts'
import { removeText } from './texts.ts'

/** Gives an item another name, and the place in its list that follows from it. */
export const rename = (db: ReadDb, id: string, name: string, place?: string): void => {
  if (place === undefined) db.run('UPDATE items SET name = ? WHERE id = ?', searchable(name), id)
  else db.run('UPDATE items SET name = ?, place = ? WHERE id = ?', searchable(name), place, id)
}

/** Puts an item into the trash, or takes it out (null). */
export const setTrash = (db: ReadDb, id: string, trashId: string | null): void => {
  db.run('UPDATE items SET trash_id = ? WHERE id = ?', trashId, id)
}

export const reindexOne = (db: ReadDb, id: string): void => reindex(db, 'id = ?', id)

/** A client with all that lies in it. */
export const reindexClient = (db: ReadDb, id: string): void => reindex(db, 'client_id = ?', id)

/** A site with its visits and files. */
export const reindexSite = (db: ReadDb, id: string): void => reindex(db, 'site_id = ?', id)

/** A visit with its files. */
export const reindexVisit = (db: ReadDb, id: string): void => {
  reindexOne(db, id)
  reindex(db, 'visit_id = ?', id)
}

/** The files of some categories. */
export const reindexCategories = (db: ReadDb, ids: readonly string[]): void =>
  reindex(
    db,
    'id IN (SELECT item_id FROM item_categories WHERE category_id IN (SELECT value FROM json_each(?)))',
    JSON.stringify(ids),
  )

/** Forgets items for ever, texts included. */
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
