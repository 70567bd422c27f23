import type { Found, FoundIn } from '#schemas/resources/search.ts'
import { searchable } from './items.ts'

/** What is searched for: `long` words are looked up in the index, `short` ones (under three characters) it cannot hold. */
export type Words = { all: readonly string[]; long: readonly string[]; short: readonly string[] }

/** The words of any text, each once. Nothing in it is syntax (D-41). */
export const wordsOf = (query: string): Words => {
  const all = [...new Set(searchable(query).split(' ').filter(Boolean))]
  const isLong = (word: string) => [...word].length >= 3
  return { all, long: all.filter(isLong), short: all.filter((word) => !isLong(word)) }
}

/** A text as the index takes it literally. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const parts: readonly FoundIn[] = ['name', 'postcode', 'category', 'visit', 'site', 'client']

/** The line of a label that a word is found in first; a word that no line holds is in the text. */
const partOf = (lines: readonly string[], word: string): number => {
  const at = lines.findIndex((line) => line.includes(word))
  return at < 0 ? parts.length : at
}

/** Where the words were found: the place of the one that was found last, and the first word that only a text holds. */
export const placeOf = (label: string, { all }: Words): { in: Found['in']; inText: string | undefined } => {
  const lines = label.split('\n')
  const places = all.map((word) => partOf(lines, word))
  const last = Math.max(0, ...places)
  return { in: parts[last] ?? 'text', inText: all[places.indexOf(parts.length)] }
}
