import { fold } from '#projections/engine/fold.ts'

/** The text that a user or team is found by: without case and accents (D-41). An erased person has none. */
export const soughtBy = (...texts: readonly (string | null)[]): string =>
  fold(texts.filter((text) => text !== null).join(' '))

/** A condition: every word of a query lies in a text, which is SQL. */
export const holdsWords = (text: string, query: string): { where: string; words: string[] } => {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return { where: words.map(() => `instr(${text}, ?) > 0`).join(' AND ') || 'TRUE', words }
}
