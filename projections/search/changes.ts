import type { ReadDb } from '../read-db.ts'
import { reindex, searchable } from './items.ts'

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
  const chosen = `SELECT n FROM items WHERE ${where}`
  db.run(`DELETE FROM labels WHERE rowid IN (${chosen} AND label IS NOT NULL)`, value)
  db.run(`DELETE FROM text_index WHERE rowid IN (SELECT n FROM texts WHERE n IN (${chosen}))`, value)
  db.run(`DELETE FROM texts WHERE n IN (${chosen})`, value)
  db.run(`DELETE FROM item_categories WHERE item_id IN (SELECT id FROM items WHERE ${where})`, value)
  db.run(`DELETE FROM items WHERE ${where}`, value)
}
