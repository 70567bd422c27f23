import { fold, foldedWords } from '#projections/engine/fold.ts'

/** The text that a user or team is found by: without case and accents (D-41). An erased person has none. */
export const soughtBy = (...texts: readonly (string | null)[]): string =>
  fold(texts.filter((text) => text !== null).join(' '))

/** A word as a pattern of LIKE, in which `*` stands for any characters. */
const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')}%`

/** A condition: every word of a query lies in a text, which is SQL; `*` in a word stands for any characters (D-41). */
export const holdsWords = (text: string, query: string): { where: string; words: string[] } => {
  const words = foldedWords(query)
  const isPattern = (word: string): boolean => word.includes('*')
  const conditions = words.map((word) => (isPattern(word) ? `${text} LIKE ? ESCAPE '\\'` : `instr(${text}, ?) > 0`))
  return {
    where: conditions.join(' AND ') || 'TRUE',
    words: words.map((word) => (isPattern(word) ? patternOf(word) : word)),
  }
}
