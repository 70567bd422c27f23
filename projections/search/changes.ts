import type { ReadDb } from '../read-db.ts'
import { reindex, searchable } from './items.ts'
import { removeText } from './texts.ts'

const set = (db: ReadDb, column: 'name' | 'postcode' | 'place', id: string, value: string): boolean =>
  db.run(`UPDATE items SET ${column} = ? WHERE id = ? AND ${column} <> ?`, value, id, value) > 0

/**
 * Gives an item another name, and the place in its list that follows from it. Answers whether the name is another to
 * whoever searches: where it is not, nothing needs to be indexed again.
 */
export const rename = (db: ReadDb, id: string, name: string, place?: string): boolean => {
  if (place !== undefined) set(db, 'place', id, place)
  return set(db, 'name', id, searchable(name))
}

/** Gives a site another postcode, by which nothing but the site itself is found; answers as `rename` does. */
export const setPostcode = (db: ReadDb, id: string, postcode: string): boolean =>
  set(db, 'postcode', id, searchable(postcode))

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
