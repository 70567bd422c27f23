import { fold } from '#projections/engine/fold.ts'

/** The text that a user or team is found by: without case and accents (D-41). An erased person has none. */
export const soughtBy = (...texts: readonly (string | null)[]): string =>
  fold(texts.filter((text) => text !== null).join(' '))

/** The words of a query, as JSON, each of which must lie in the sought text. */
export const wordsIn = (query: string): string => JSON.stringify(fold(query).split(/\s+/).filter(Boolean))

/** SQL: whether every word of a list lies in a text; the list is one value. */
export const holdsWords = (text: string): string =>
  `NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(${text}, value) = 0)`
