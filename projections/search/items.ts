import type { TeamId } from '#schemas/ids.ts'
import { fold } from '../fold.ts'
import type { ReadDb, SqlValue } from '../read-db.ts'

/** Kinds of things that are found by their names; categories lend theirs to files. */
export type ItemKind = 'clients' | 'sites' | 'visits' | 'files' | 'documents' | 'categories'

/** A text as it is searched: folded, its blanks made single spaces. */
export const searchable = (text: string): string => fold(text).replace(/[\s\p{Cc}]+/gu, ' ')

/**
 * A number as three characters, which to the trigram index are one word of its own. They stand far from letters, so no
 * text that is searched for is ever taken for one.
 */
const token = (number: string): string =>
  `char(57344 + ${number} / 16777216, 57344 + (${number} / 4096) % 4096, 57344 + ${number} % 4096)`

/**
 * `items`: everything that has a name, with what it hangs on. `label` is what its list is searched by, null while it is
 * not to be found: name, postcode, categories, visit, site, client, a line each. `labels` indexes that line by line
 * together with `within`: the tokens of what the item lies in, so that a match, its scope included, is counted by the
 * index alone. `n` names an item in both, and never changes.
 */
export const itemTables = `
  CREATE TABLE items (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, team_id TEXT NOT NULL,
    client_id TEXT, site_id TEXT, visit_id TEXT, hash TEXT,
    name TEXT NOT NULL, postcode TEXT NOT NULL DEFAULT '', place TEXT NOT NULL, trash_id TEXT, label TEXT
  ) STRICT;
  CREATE TABLE item_categories (
    item_id TEXT NOT NULL, category_id TEXT NOT NULL, PRIMARY KEY (item_id, category_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_in_order ON items (team_id, kind, place, id) WHERE label IS NOT NULL;
  CREATE INDEX items_of_client ON items (client_id, kind) WHERE client_id IS NOT NULL;
  CREATE INDEX items_of_site ON items (site_id, kind) WHERE site_id IS NOT NULL;
  CREATE INDEX items_of_visit ON items (visit_id) WHERE visit_id IS NOT NULL;
  CREATE INDEX items_in_trash ON items (trash_id) WHERE trash_id IS NOT NULL;
  CREATE INDEX items_of_category ON item_categories (category_id);
  CREATE VIRTUAL TABLE labels USING fts5 (
    label, within, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
`

type Item = {
  id: string
  kind: ItemKind
  teamId: TeamId
  name: string
  place: string
  clientId?: string | null
  siteId?: string | null
  visitId?: string | null
  postcode?: string | null
  hash?: string | null
}

/** What an item of `items` lies in, each looked up once, to be selected from beside it; null where there is none. */
const surroundings = `LEFT JOIN items client ON client.id = items.client_id
  LEFT JOIN items site ON site.id = items.site_id LEFT JOIN items visit ON visit.id = items.visit_id
  LEFT JOIN items list ON list.id = items.team_id || '/' || items.kind`

/** Where there are any: to put none into their order costs as much as all the look-ups. */
const categoriesOf = (column: string): string => `iif(
  EXISTS (SELECT 1 FROM item_categories ic WHERE ic.item_id = items.id),
  (
    SELECT group_concat(${column}, char(9) ORDER BY c.n) FROM item_categories ic JOIN items c ON c.id = ic.category_id
    WHERE ic.item_id = items.id AND c.trash_id IS NULL
  ),
  NULL
)`

const line = (part: string): string => `char(10) || ifnull(${part}, '')`
const nameOf = (what: string): string => line(`iif(${what}.trash_id IS NULL, ${what}.name, '')`)

/** A category, and whatever lies in a client or site that is in the trash, is not found itself. */
const labelOf = `CASE
  WHEN items.kind IN ('categories', 'lists') OR items.trash_id IS NOT NULL THEN NULL
  WHEN client.trash_id IS NOT NULL OR site.trash_id IS NOT NULL THEN NULL
  ELSE items.name || ${line('items.postcode')} || ${line(categoriesOf('c.name'))} || ${nameOf('visit')}
    || iif(items.kind = 'sites', char(10), ${nameOf('site')})
    || iif(items.kind = 'clients', char(10), ${nameOf('client')})
  END`

/** A client lies in itself, a site too, and may be about to be added. */
const tokenOf = (what: string): string =>
  `ifnull(char(10) || ${token(`iif(items.${what}_id = items.id, items.n, ${what}.n)`)}, '')`

const withinOf = `${token('list.n')} || ${tokenOf('client')} || ${tokenOf('site')} || ${tokenOf('visit')}
  || ifnull(char(10) || ${categoriesOf(token('c.n'))}, '')`

const beside = (what: string): string => `(SELECT ${what} FROM (SELECT 1) ${surroundings})`
const indexed = `INSERT INTO labels (rowid, label, within)
  SELECT n, label, ${beside(withinOf)} FROM items WHERE label IS NOT NULL`

/** Makes these items be found as they are now. The condition must be one that an index answers. */
export const reindex = (db: ReadDb, where: string, ...values: SqlValue[]): void => {
  const former = db.all<{ n: number }>(`SELECT n FROM items WHERE label IS NOT NULL AND ${where}`, ...values)
  for (const { n } of former) db.run('DELETE FROM labels WHERE rowid = ?', n)
  db.run(`UPDATE items SET label = ${beside(labelOf)} WHERE ${where}`, ...values)
  db.run(`${indexed} AND ${where}`, ...values)
}

/** Gives an item these categories in place of the ones it had. */
export const setCategories = (db: ReadDb, id: string, categoryIds: readonly string[]): void => {
  db.run('DELETE FROM item_categories WHERE item_id = ?', id)
  for (const categoryId of categoryIds) {
    db.run('INSERT INTO item_categories (item_id, category_id) VALUES (?, ?) ON CONFLICT DO NOTHING', id, categoryId)
  }
}

/** An item as it will be once it is added, and how it will be found. */
const added = `
  SELECT items.n, ${labelOf} AS label, ${withinOf} AS within FROM (
    SELECT ?1 AS id, ?2 AS kind, ?3 AS team_id, ?4 AS client_id, ?5 AS site_id, ?6 AS visit_id, ?7 AS name,
      ?8 AS postcode, NULL AS trash_id, (SELECT max(n) FROM items) + 1 AS n
  ) AS items ${surroundings}`

/** Adds an item once; what is known already stays as it is. */
export const addItem = (db: ReadDb, item: Item, categoryIds: readonly string[] = []): void => {
  const { id, kind, teamId, place, clientId = null, siteId = null, visitId = null } = item
  if (db.one('SELECT 1 FROM items WHERE id = ?', id)) return
  if (categoryIds.length > 0) setCategories(db, id, categoryIds)
  db.run(
    `INSERT INTO items (id, kind, team_id, name, place) VALUES (?, 'lists', ?, '', '') ON CONFLICT DO NOTHING`,
    `${teamId}/${kind}`,
    teamId,
  )
  const [name, postcode] = [searchable(item.name), searchable(item.postcode ?? '')]
  const lying = [id, kind, teamId, clientId, siteId, visitId, name, postcode]
  const found = db.one<{ n: number; label: string | null; within: string }>(added, ...lying)
  if (!found) return
  db.run(
    `INSERT INTO items (n, label, place, hash, id, kind, team_id, client_id, site_id, visit_id, name, postcode)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    found.n,
    found.label,
    place,
    item.hash ?? null,
    ...lying,
  )
  if (found.label === null) return
  db.run('INSERT INTO labels (rowid, label, within) VALUES (?, ?, ?)', found.n, found.label, found.within)
}

/** The three characters that stand for an item in `within`; nothing where there is no such item. */
export const tokenFor = (db: ReadDb, id: string): string | undefined =>
  db.one<{ token: string }>(`SELECT ${token('n')} AS token FROM items WHERE id = ?`, id)?.token
