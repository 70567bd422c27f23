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
type Candidates = { from: string; values: SqlValue[] }

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

/**
 * The items that the index names for the long words, to be joined: `CROSS JOIN` since they come first. Words may be
 * found in different places, so that each is asked for by itself where texts are searched.
 */
const candidates = (within: string, { long }: Words, texts: boolean): Candidates => {
  if (!texts) {
    const from = '(SELECT rowid AS n FROM labels WHERE labels MATCH ?) x CROSS JOIN items i ON i.n = x.n'
    return { from, values: [`${within} AND ${labelMatch(long)}`] }
  }
  const either = `SELECT n FROM (SELECT rowid AS n FROM labels WHERE labels MATCH ?
    UNION SELECT rowid FROM text_index WHERE text_index MATCH ?)`
  const from = `(${long.map(() => either).join(' INTERSECT ')}) x CROSS JOIN items i ON i.n = x.n`
  return { from, values: long.flatMap((word) => [`${within} AND ${labelMatch([word])}`, quoted(word)]) }
}

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
  const indexed = words.long.length > 0 ? candidates(within, words, texts) : undefined
  const short = words.short.map((word) => holds(word, false, texts))

  const count = (): number => {
    if (indexed && short.length === 0 && !texts) {
      const match = `${within} AND ${labelMatch(words.long)}`
      return db.one<{ total: number }>('SELECT count(*) AS total FROM labels WHERE labels MATCH ?', match)?.total ?? 0
    }
    const { where, values } = all([place, ...short])
    const [from, drawn] = indexed ? [indexed.from, indexed.values] : ['items i', []]
    return (
      db.one<{ total: number }>(`SELECT count(*) AS total FROM ${from} WHERE ${where}`, ...drawn, ...values)?.total ?? 0
    )
  }

  const total = count()
  const inAll = db.one<{ n: number }>('SELECT max(n) AS n FROM items')?.n ?? 0
  const isFew = total * total < (inAll * page.limit) / 2
  const long = words.long.map((word) => holds(word, true, texts))
  const fetched = indexed && isFew
  const narrowed = all(fetched ? [place, ...short] : [place, ...long, ...short])
  const list: ListQuery = {
    select: 'i.n, i.id, i.label',
    from: fetched ? indexed.from : `items i ${indexed ? 'INDEXED BY items_in_order' : ''}`,
    where: narrowed.where,
    values: [...(fetched ? indexed.values : []), ...narrowed.values],
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
