import type { Page, PageQuery } from '#schemas/page.ts'
import type { Found } from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/scope.ts'
import type { ReadDb, SqlValue } from '../read-db.ts'
import { scoped } from '../scoped.ts'
import { type ListQuery, selectPage } from '../select-page.ts'
import { type ItemKind, tokenFor } from './items.ts'
import { excerptOf } from './texts.ts'
import { placeOf, quoted, type Words } from './words.ts'

/** What a search is narrowed to besides the caller's scope; `category` holds whatever is below it, too. */
export type Narrowing = { clientId?: string; siteId?: string; visitId?: string; categoryIds?: readonly string[] }

/** Something that was found, by its id. */
export type Hit = { id: string; found: Found }

type Condition = { where: string; values: SqlValue[] }

const all = (conditions: readonly Condition[]): Condition => ({
  where: conditions.map(({ where }) => where).join(' AND '),
  values: conditions.flatMap(({ values }) => values),
})

const inItems = (scope: Scope, kind: ItemKind, { clientId, siteId, visitId, categoryIds }: Narrowing): Condition => {
  const within = scoped(scope, { team: 'i.team_id', client: 'i.client_id', site: 'i.site_id' })
  const conditions: Condition[] = [
    { where: 'i.label IS NOT NULL', values: [] },
    kind === 'documents' || kind === 'clients'
      ? scoped(scope, { team: 'i.team_id', ...(kind === 'clients' ? { client: 'i.client_id' } : {}) })
      : within,
    { where: 'i.kind = ?', values: [kind] },
  ]
  if (clientId) conditions.push({ where: 'i.client_id = ?', values: [clientId] })
  if (siteId) conditions.push({ where: 'i.site_id = ?', values: [siteId] })
  if (visitId) conditions.push({ where: 'i.visit_id = ?', values: [visitId] })
  if (categoryIds) {
    const where = `i.id IN (
      SELECT item_id FROM item_categories WHERE category_id IN (SELECT value FROM json_each(?))
    )`
    conditions.push({ where, values: [JSON.stringify(categoryIds)] })
  }
  return all(conditions)
}

/** The same in the index's own language, so that it need not ask the items; undefined where nothing can be there. */
const inIndex = (db: ReadDb, scope: Scope, kind: ItemKind, narrowing: Narrowing): string | undefined => {
  const { clientId, siteId, visitId, categoryIds } = narrowing
  const needed = [`${scope.teamId}/${kind}`, clientId, siteId, visitId]
  const oneOf: (readonly string[] | undefined)[] = [categoryIds]
  if (kind !== 'documents') needed.push(scope.clientId ?? undefined)
  if (kind !== 'documents' && kind !== 'clients') oneOf.push(scope.siteIds ?? undefined)
  const groups = [...needed.flatMap((id) => (id ? [[id]] : [])), ...oneOf.flatMap((ids) => (ids ? [ids] : []))]
  const terms = groups.map((ids) => ids.flatMap((id) => tokenFor(db, id) ?? []).map(quoted))
  if (terms.some((tokens) => tokens.length === 0)) return undefined
  return terms.map((tokens) => `within : (${tokens.join(' OR ')})`).join(' AND ')
}

const labelMatch = (words: readonly string[]): string => `label : (${words.map(quoted).join(' AND ')})`

const isInTexts = (db: ReadDb, { long }: Words): boolean =>
  long.some((word) => db.one('SELECT 1 FROM text_index WHERE text_index MATCH ? LIMIT 1', quoted(word)) !== undefined)

/** Condition that an item holds a word by its label or, where texts are searched, its text. */
const holds = (word: string, isLong: boolean, texts: boolean): Condition => {
  if (!texts) return { where: 'instr(i.label, ?) > 0', values: [word] }
  const [inText, sought] = isLong
    ? ['i.n IN (SELECT rowid FROM text_index WHERE text_index MATCH ?)', quoted(word)]
    : ['EXISTS (SELECT 1 FROM texts t WHERE t.n = i.n AND instr(t.folded, ?) > 0)', word]
  return { where: `(instr(i.label, ?) > 0 OR ${inText})`, values: [word, sought] }
}

/** The index by which a list is walked where no word says where to begin: the narrowest there is. */
const wayThrough = (scope: Scope, kind: ItemKind, { clientId, siteId, visitId }: Narrowing): string => {
  if (visitId) return 'items_of_visit'
  if (siteId) return 'items_of_site'
  const isScoped = kind !== 'documents'
  if (isScoped && kind !== 'clients' && scope.siteIds) return 'items_of_site'
  return clientId || (isScoped && scope.clientId) ? 'items_of_client' : 'items_in_order'
}

/** The items that an index names, to be joined: `CROSS JOIN` since they come first. */
const named = (select: string): string => `(${select}) x CROSS JOIN items i ON i.n = x.n`

const inLabels = 'SELECT rowid AS n FROM labels WHERE labels MATCH ?'
const inTexts = 'SELECT rowid AS n FROM text_index WHERE text_index MATCH ?'

type Row = { n: number; id: string; label: string }
const nothing: Page<Hit> = { rows: [], total: 0, next: null }

/**
 * One page of what holds every word, in the order of its list. Counting is left to the index wherever it can. Few hits
 * are fetched and sorted; many are met soon by walking the list in its order, which is then the shorter way.
 */
export const find = (
  db: ReadDb,
  { scope, kind, words, narrowing = {} }: { scope: Scope; kind: ItemKind; words: Words; narrowing?: Narrowing },
  page: PageQuery,
): Page<Hit> => {
  const within = inIndex(db, scope, kind, narrowing)
  if (within === undefined) return nothing
  const texts = (kind === 'files' || kind === 'documents') && isInTexts(db, words)
  const place = inItems(scope, kind, narrowing)
  const isIndexed = words.long.length > 0
  const long = words.long.map((word) => holds(word, true, texts))
  const short = words.short.map((word) => holds(word, false, texts))
  const walked = `items i INDEXED BY ${wayThrough(scope, kind, narrowing)}`
  const labelled = isIndexed ? `${within} AND ${labelMatch(words.long)}` : ''
  const written = words.long.map(quoted).join(' OR ')

  const countOf = (sql: string, ...values: SqlValue[]): number =>
    db.one<{ total: number }>(`SELECT count(*) AS total FROM ${sql}`, ...values)?.total ?? 0

  /** Items that hold each long word by their label, whatever else they hold it by. */
  const byLabel = (): number => {
    if (isIndexed && short.length === 0) return countOf('labels WHERE labels MATCH ?', labelled)
    const { where, values } = all([place, ...short])
    if (!isIndexed) return countOf(`${walked} WHERE ${where}`, ...values)
    return countOf(`${named(inLabels)} WHERE ${where}`, labelled, ...values)
  }

  /** Items for which a text is needed to hold them all. */
  const byText = (): number => {
    const label = all(words.long.map((word) => holds(word, true, false)))
    const { where, values } = all([place, ...long, ...short, { ...label, where: `NOT (${label.where})` }])
    return countOf(`${named(inTexts)} WHERE ${where}`, written, ...values)
  }

  const total = byLabel() + (texts ? byText() : 0)
  const inAll = db.one<{ n: number }>('SELECT max(n) AS n FROM items')?.n ?? 0
  const isFew = isIndexed && total * total < (inAll * page.limit) / 2
  const { where, values } = all([place, ...(isFew && !texts ? [] : long), ...short])
  const fetched = texts ? [labelled, written] : [labelled]
  const list: ListQuery = {
    select: 'i.n, i.id, i.label',
    from: isFew ? named(texts ? `${inLabels} UNION ${inTexts}` : inLabels) : walked,
    where,
    values: [...(isFew ? fetched : []), ...values],
    orderBy: ['i.place', 'i.id'],
    descending: kind !== 'clients' && kind !== 'sites',
    total,
  }
  const { rows, next } = selectPage<Row>(db, list, page)
  const foundAt = ({ n, label }: Row): Found => {
    const { in: part, inText } = placeOf(label, words)
    return { in: part, excerpt: inText === undefined ? null : excerptOf(db, n, inText) }
  }
  return { rows: rows.map((row) => ({ id: row.id, found: foundAt(row) })), total, next }
}
