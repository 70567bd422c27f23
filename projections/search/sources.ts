import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Condition } from '#projections/engine/scoped.ts'
import { inIndex, type ListScope } from './list-scope.ts'
import { isNewestFirst, matches, type Reading, readingOf, type Source } from './reading.ts'
import { phraseOf } from './tokens.ts'
import type { Words } from './words.ts'

/** Matches are counted up to this number (D-109). */
export const maxCounted = 1000

/**
 * The disjoint sources of matches: by own name, by the whole label but not the name alone, and by text.
 * `total` counts all of them, but stops soon after `maxCounted`.
 */
export type Sources = { byName: Source; around: Source; byText?: Source; total: () => number }

const not = ({ where, values }: Condition): Condition => ({ where: `NOT (${where})`, values })
const contains = (column: 'name' | 'label', words: readonly string[]): Condition => ({
  where: words.map(() => `instr(i.${column}, ?) > 0`).join(' AND '),
  values: [...words],
})

/** Memoizes a result. */
const once = <Result>(find: () => Result): (() => Result) => {
  let known: { result: Result } | undefined
  return () => {
    known ??= { result: find() }
    return known.result
  }
}

/** An FTS query, and the conditions that the index cannot check. */
type Sought = { query: string; rest: readonly Condition[] }

const conditionsOf = ({ query, rest }: Sought) => [matches('labels', query), ...rest]
const countOf = (reading: Reading, sought: Sought, max: number): number =>
  sought.rest.length === 0
    ? reading.countIndexed('labels', sought.query, max)
    : reading.countFetching('labels', conditionsOf(sought), max)

/** Sources for words that no index holds: the items themselves are scanned. */
const scanSources = (reading: Reading, { all: words }: Words): Sources => {
  const inName = contains('name', words)
  const inLabel = contains('label', words)
  return {
    byName: reading.scan([inName]),
    around: reading.scan([inLabel, not(inName)]),
    total: () => reading.countScan([inLabel], maxCounted + 1),
  }
}

/**
 * Up to `few` matches are fetched and sorted; if there are more, scanning the list in order reaches them sooner. Each
 * index is asked once. What matches by its name matches by its label, too.
 */
const sortedSources = (reading: Reading, words: Words, name: Sought, label: Sought, few: number): Sources => {
  const inName = contains('name', words.all)
  const inLabel = contains('label', words.all)
  const numbersOf = ({ query, rest }: Sought) => reading.numbers('labels', query, rest, few + 1)
  const named = once(() => numbersOf(name))
  const labelled = once(() => (label === name ? named() : numbersOf(label)))
  const others = () => {
    const own = new Set(named())
    return labelled().filter((n) => !own.has(n))
  }
  return {
    byName: (...page) => (named().length > few ? reading.scan([inName]) : reading.among(named()))(...page),
    around: (...page) =>
      (labelled().length > few ? reading.scan([inLabel, not(inName)]) : reading.among(others()))(...page),
    total: () => (named().length > maxCounted ? named() : labelled()).length,
  }
}

/** Matches that need their text for some word. Words under three characters count only if there are longer ones. */
const inTextsOnly = (phrases: ReadonlyMap<string, string>, { all: words }: Words): Condition[] => {
  const each = words.map((word): Condition => {
    const phrase = phrases.get(word)
    const inText = phrase
      ? 'i.n IN (SELECT rowid FROM text_index WHERE text_index MATCH ?)'
      : 'EXISTS (SELECT 1 FROM texts t WHERE t.n = i.n AND instr(t.folded, ?) > 0)'
    return { where: `(instr(i.label, ?) > 0 OR ${inText})`, values: [word, phrase ?? word] }
  })
  const query = matches('text_index', [...phrases.values()].join(' OR '))
  return [query, ...(words.length === 1 ? [] : each), not(contains('label', words))]
}

/** The sources within a scope for pages of `size` rows; undefined if the scope is empty. */
export const sourcesIn = (db: ReadDb, listScope: ListScope, words: Words, size: number): Sources | undefined => {
  const index = inIndex(db, listScope)
  if (!index) return undefined
  const reading = readingOf(db, listScope)
  if (words.indexed.length === 0) return scanSources(reading, words)

  const within = (phrases: string) => [phrases, ...index.within].join(' AND ')
  const phrasesOf = (lead: string) => words.indexed.map((word) => phraseOf(lead, word)).join(' AND ')
  const inNames = phrasesOf(index.leads.name)
  const inLabels = phrasesOf(index.leads.label)
  const restIn = (column: 'name' | 'label') => (words.single.length === 0 ? [] : [contains(column, words.single)])
  const name = { query: within(inNames), rest: restIn('name') }
  const label = { query: within(inLabels), rest: restIn('label') }

  if (!isNewestFirst(listScope)) {
    const highest = db.one<{ n: number }>('SELECT max(n) AS n FROM items')?.n ?? 0
    const few = Math.max(maxCounted, Math.floor(Math.sqrt(size * (highest / 4))))
    // A client lies in nothing and has nothing but its name.
    return sortedSources(reading, words, name, listScope.kind === 'clients' ? name : label, few)
  }

  const around =
    words.single.length === 0
      ? { query: `(${label.query}) NOT (${inNames})`, rest: [] }
      : { ...label, rest: [...label.rest, not(contains('name', words.all))] }
  const sources = {
    byName: reading.newest('labels', conditionsOf(name)),
    around: reading.newest('labels', conditionsOf(around)),
  }
  const labelled = () => countOf(reading, label, maxCounted + 1)
  const phrases = new Map(words.long.map((word) => [word, phraseOf(index.leads.label, word)]))
  const isInTexts = (phrase: string) =>
    db.one('SELECT 1 FROM text_index WHERE text_index MATCH ? LIMIT 1', phrase) !== undefined
  if (!phrases.values().some(isInTexts)) return { ...sources, total: labelled }

  const conditions = inTextsOnly(phrases, words)
  const total = () => {
    const count = labelled()
    if (count > maxCounted) return count
    return count + reading.countFetching('text_index', conditions, maxCounted + 1 - count)
  }
  return { ...sources, byText: reading.newest('text_index', conditions), total }
}
