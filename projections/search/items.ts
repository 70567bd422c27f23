import { fold } from '#projections/engine/fold.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import type { TeamId } from '#schemas/ids.ts'
import type { Resource } from '#schemas/nouns.ts'
import { leadsOf, nameTokensOf, tokenTable } from './tokens.ts'

/** Normalizes a text for search: folded, with each run of white space as a single space. */
export const searchable = (text: string): string => fold(text).replace(/[\s\p{Cc}]+/gu, ' ')

/** The sort key of an item in a list that is ordered by time of recording. */
export const numberKey = (n: number): string => String(n).padStart(12, '0')

/**
 * `items` holds every record that has a name, with its ancestry. `label` is its searchable text, null while it must not
 * be found: name, postcode, own fields, categories, visit, site and client, one line each. `labels` indexes the first line
 * separately, all lines, and tokens of the ancestry, so that the index alone can count matches within a scope.
 * `n` identifies an item in both tables, increases with each new item, and never changes; `position` is that of the event
 * which recorded the item.
 */
export const itemTables = `
  CREATE TABLE items (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, team_id TEXT NOT NULL,
    client_id TEXT, site_id TEXT, visit_id TEXT, hash TEXT,
    name TEXT NOT NULL, postcode TEXT NOT NULL DEFAULT '', own TEXT NOT NULL DEFAULT '',
    own_values TEXT NOT NULL DEFAULT '{}', sort_key TEXT NOT NULL, position INTEGER NOT NULL, trash_id TEXT, label TEXT
  ) STRICT;
  CREATE TABLE item_categories (
    item_id TEXT NOT NULL, category_id TEXT NOT NULL, PRIMARY KEY (item_id, category_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_in_order ON items (team_id, kind, sort_key, id, name) WHERE label IS NOT NULL;
  CREATE INDEX items_by_position ON items (position);
  CREATE INDEX items_of_client ON items (client_id, kind) WHERE client_id IS NOT NULL;
  CREATE INDEX items_of_site ON items (site_id, kind) WHERE site_id IS NOT NULL;
  CREATE INDEX items_of_visit ON items (visit_id) WHERE visit_id IS NOT NULL;
  CREATE INDEX items_in_trash ON items (trash_id) WHERE trash_id IS NOT NULL;
  CREATE INDEX items_of_category ON item_categories (category_id);
  ${tokenTable('labels', 'name, label, within')}
`

type Item = {
  id: string
  position: string
  /** Categories are not found themselves; files are found by the names of theirs. */
  kind: Resource
  teamId: TeamId
  name: string
  /** The sort key in its list; omitted if the list is in order of recording. */
  sortKey?: string
  clientId?: string | null
  siteId?: string | null
  visitId?: string | null
  postcode?: string | null
  /** What it holds of own fields, and the text by which it is found of them. */
  own?: { values: string; own: string }
  hash?: string | null
}

/** Joins the ancestry and the list of an item of `items`, each looked up once; null if there is none. */
const surroundings = `LEFT JOIN items client ON client.id = items.client_id
  LEFT JOIN items site ON site.id = items.site_id LEFT JOIN items visit ON visit.id = items.visit_id
  LEFT JOIN items list ON list.id = items.team_id || '/' || items.kind`

/** The categories of an item. EXISTS comes first: sorting an empty set costs as much as all the lookups. */
const categoriesOf = (column: string, between: string): string => `iif(
  EXISTS (SELECT 1 FROM item_categories ic WHERE ic.item_id = items.id),
  (
    SELECT group_concat(${column}, '${between}' ORDER BY c.n) FROM item_categories ic JOIN items c ON c.id = ic.category_id
    WHERE ic.item_id = items.id AND c.trash_id IS NULL
  ),
  NULL
)`

const line = (part: string): string => `char(10) || ifnull(${part}, '')`
const nameOf = (what: string): string => line(`iif(${what}.trash_id IS NULL, ${what}.name, '')`)

/** Null for categories, for items in the trash, and for items of a client or site in the trash: they are not found. */
const labelOf = `CASE
  WHEN items.kind IN ('categories', 'lists') OR items.trash_id IS NOT NULL THEN NULL
  WHEN client.trash_id IS NOT NULL OR site.trash_id IS NOT NULL THEN NULL
  ELSE items.name || ${line('items.postcode')} || ${line('items.own')} || ${line(categoriesOf('c.name', '\t'))} || ${nameOf('visit')}
    || iif(items.kind = 'sites', char(10), ${nameOf('site')})
    || iif(items.kind = 'clients', char(10), ${nameOf('client')})
  END`

/** The tokens of the ancestry. Clients and sites contain themselves, and may not be stored in `items` yet. */
const withinOf = `concat_ws(' ',
    '.' || iif(items.client_id = items.id, items.n, client.n), '.' || iif(items.site_id = items.id, items.n, site.n),
    '.' || visit.n, ${categoriesOf("'.' || c.n", ' ')}
  )`

/** The indexed part of an item, as selected by SQL. */
type Indexed = { n: number; label: string; list: number; within: string }

const toIndex = `items.n, list.n AS list, ${withinOf} AS within`

const index = (db: ReadDb, { n, label, list, within }: Indexed): void => {
  const leads = leadsOf(list)
  db.run(
    'INSERT INTO labels (rowid, name, label, within) VALUES (?, ?, ?, ?)',
    n,
    nameTokensOf(leads.name, label.slice(0, label.indexOf('\n'))),
    nameTokensOf(leads.label, label),
    within,
  )
}

/** Recomputes the labels and index entries of the matching items. The condition must be supported by an SQL index. */
export const reindex = (db: ReadDb, where: string, ...values: SqlValue[]): void => {
  const found = () => db.all<{ n: number }>(`SELECT n FROM items WHERE label IS NOT NULL AND ${where}`, ...values)
  for (const { n } of found()) db.run('DELETE FROM labels WHERE rowid = ?', n)
  db.run(`UPDATE items SET label = (SELECT ${labelOf} FROM (SELECT 1) ${surroundings}) WHERE ${where}`, ...values)
  for (const { n } of found()) {
    const item = db.one<Indexed>(`SELECT items.label, ${toIndex} FROM items ${surroundings} WHERE items.n = ?`, n)
    if (item) index(db, item)
  }
}

/** Replaces the categories of an item. */
export const setCategories = (db: ReadDb, id: string, categoryIds: readonly string[]): void => {
  db.run('DELETE FROM item_categories WHERE item_id = ?', id)
  for (const categoryId of categoryIds) {
    db.run('INSERT INTO item_categories (item_id, category_id) VALUES (?, ?) ON CONFLICT DO NOTHING', id, categoryId)
  }
}

/** Selects the label and index data of an item before it is inserted. */
const added = `
  SELECT ${labelOf} AS label, ${toIndex} FROM (
    SELECT ?1 AS id, ?2 AS kind, ?3 AS team_id, ?4 AS client_id, ?5 AS site_id, ?6 AS visit_id, ?7 AS name,
      ?8 AS postcode, ?9 AS own, NULL AS trash_id, (SELECT max(n) FROM items) + 1 AS n
  ) AS items ${surroundings}`

/** Adds an item; an item that exists already stays unchanged. */
export const addItem = (db: ReadDb, item: Item, categoryIds: readonly string[] = []): void => {
  const { id, kind, teamId, position, clientId = null, siteId = null, visitId = null } = item
  if (db.one('SELECT 1 FROM items WHERE id = ?', id)) return
  if (categoryIds.length > 0) setCategories(db, id, categoryIds)
  db.run(
    `INSERT INTO items (id, kind, team_id, name, sort_key, position) VALUES (?, 'lists', ?, '', '', ?) ON CONFLICT DO NOTHING`,
    `${teamId}/${kind}`,
    teamId,
    BigInt(position),
  )
  const name = searchable(item.name)
  const postcode = searchable(item.postcode ?? '')
  const lying = [id, kind, teamId, clientId, siteId, visitId, name, postcode, item.own?.own ?? '']
  const found = db.one<Indexed | (Indexed & { label: null })>(added, ...lying)
  if (!found) return
  db.run(
    `INSERT INTO items (n, label, sort_key, position, hash, id, kind, team_id, client_id, site_id, visit_id, name, postcode, own, own_values)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    found.n,
    found.label,
    item.sortKey ?? numberKey(found.n),
    BigInt(position),
    item.hash ?? null,
    ...lying,
    item.own?.values ?? '{}',
  )
  if (found.label !== null) index(db, found)
}
