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

const nameOf = (id: string): string => `(SELECT o.name FROM items o WHERE o.id = items.${id} AND o.trash_id IS NULL)`
const tokenOf = (id: string): string => `(SELECT char(10) || ${token('o.n')} FROM items o WHERE o.id = items.${id})`
const thrownAway = (id: string): string =>
  `EXISTS (SELECT 1 FROM items o WHERE o.id = items.${id} AND o.trash_id IS NOT NULL)`

const categoriesOf = (column: string): string => `(
  SELECT group_concat(${column}, char(9) ORDER BY c.n) FROM item_categories ic JOIN items c ON c.id = ic.category_id
  WHERE ic.item_id = items.id AND c.trash_id IS NULL
)`

const line = (part: string): string => `char(10) || ifnull(${part}, '')`

/** A category, and whatever lies in a client or site that is in the trash, is not found itself. */
const labelOf = `CASE
  WHEN kind IN ('categories', 'lists') OR trash_id IS NOT NULL THEN NULL
  WHEN ${thrownAway('client_id')} OR ${thrownAway('site_id')} THEN NULL
  ELSE name || ${line('postcode')} || ${line(categoriesOf('c.name'))} || ${line(nameOf('visit_id'))}
    || CASE kind WHEN 'sites' THEN char(10) ELSE ${line(nameOf('site_id'))} END
    || CASE kind WHEN 'clients' THEN char(10) ELSE ${line(nameOf('client_id'))} END
  END`

const withinOf = `(SELECT ${token('o.n')} FROM items o WHERE o.id = items.team_id || '/' || items.kind)
  || ifnull(${tokenOf('client_id')}, '') || ifnull(${tokenOf('site_id')}, '') || ifnull(${tokenOf('visit_id')}, '')
  || ifnull(char(10) || ${categoriesOf(token('c.n'))}, '')`

const indexed = `INSERT INTO labels (rowid, label, within) SELECT n, label, ${withinOf} FROM items WHERE label IS NOT NULL`

/** Makes these items be found as they are now. The condition must be one that an index answers. */
export const reindex = (db: ReadDb, where: string, ...values: SqlValue[]): void => {
  const former = db.all<{ n: number }>(`SELECT n FROM items WHERE label IS NOT NULL AND ${where}`, ...values)
  for (const { n } of former) db.run('DELETE FROM labels WHERE rowid = ?', n)
  db.run(`UPDATE items SET label = ${labelOf} WHERE ${where}`, ...values)
  db.run(`${indexed} AND ${where}`, ...values)
}

/** Gives an item these categories in place of the ones it had. */
export const setCategories = (db: ReadDb, id: string, categoryIds: readonly string[]): void => {
  db.run('DELETE FROM item_categories WHERE item_id = ?', id)
  for (const categoryId of categoryIds) {
    db.run('INSERT INTO item_categories (item_id, category_id) VALUES (?, ?) ON CONFLICT DO NOTHING', id, categoryId)
  }
}

/** Adds an item once; what is known already stays as it is. */
export const addItem = (db: ReadDb, item: Item, categoryIds: readonly string[] = []): void => {
  const { id, kind, teamId, name, place } = item
  if (db.one('SELECT 1 FROM items WHERE id = ?', id)) return
  setCategories(db, id, categoryIds)
  db.run(
    `INSERT INTO items (id, kind, team_id, name, place) VALUES (?, 'lists', ?, '', '') ON CONFLICT DO NOTHING`,
    `${teamId}/${kind}`,
    teamId,
  )
  db.run(
    `INSERT INTO items (id, kind, team_id, client_id, site_id, visit_id, hash, name, postcode, place, label)
     SELECT id, kind, team_id, client_id, site_id, visit_id, hash, name, postcode, place, ${labelOf} FROM (
       SELECT ? AS id, ? AS kind, ? AS team_id, ? AS client_id, ? AS site_id, ? AS visit_id, ? AS hash, ? AS name,
         ? AS postcode, ? AS place, NULL AS trash_id
     ) AS items`,
    id,
    kind,
    teamId,
    item.clientId ?? null,
    item.siteId ?? null,
    item.visitId ?? null,
    item.hash ?? null,
    searchable(name),
    searchable(item.postcode ?? ''),
    place,
  )
  db.run(`${indexed} AND id = ?`, id)
}

/** The three characters that stand for an item in `within`; nothing where there is no such item. */
export const tokenFor = (db: ReadDb, id: string): string | undefined =>
  db.one<{ token: string }>(`SELECT ${token('n')} AS token FROM items WHERE id = ?`, id)?.token
