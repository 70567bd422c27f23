import type { Found, FoundIn } from '#schemas/resources/search.ts'
import { searchable } from './items.ts'

/**
 * The words of a query, grouped by the index that can find them: the index of names finds all but `single` characters,
 * that of texts the `long` ones of three characters or more.
 */
export type Words = Record<'all' | 'indexed' | 'single' | 'long', readonly string[]>

/** Splits a query into distinct words. There is no query syntax (D-41). */
export const wordsOf = (query: string): Words => {
  const all = [...new Set(searchable(query).split(' ').filter(Boolean))]
  const ofAtLeast = (length: number) => all.filter((word) => [...word].length >= length)
  return { all, indexed: ofAtLeast(2), single: all.filter((word) => [...word].length === 1), long: ofAtLeast(3) }
}

const parts: readonly FoundIn[] = ['name', 'postcode', 'field', 'category', 'visit', 'site', 'client']

/** The index of the first label line that contains a word; a word that no line contains is in the text. */
const partOf = (lines: readonly string[], word: string): number => {
  const at = lines.findIndex((line) => line.includes(word))
  return at < 0 ? parts.length : at
}

/** Where the words were found: the last matched part of the label, and the first word that only the text contains. */
export const matchIn = (label: string, { all }: Words): { in: Found['in']; inText: string | undefined } => {
  const lines = label.split('\n')
  const partIndexes = all.map((word) => partOf(lines, word))
  const last = Math.max(0, ...partIndexes)
  return { in: parts[last] ?? 'text', inText: all[partIndexes.indexOf(parts.length)] }
}
