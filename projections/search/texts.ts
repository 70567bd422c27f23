import type { ReadDb } from '#projections/engine/read-db.ts'
import { searchable } from './items.ts'
import { tokensOf, tokenTable } from './tokens.ts'

/** The texts of files and documents, original and folded; the row ids of `text_index` are the items' `n`. */
export const textTables = `
  CREATE TABLE texts (n INTEGER PRIMARY KEY, text TEXT NOT NULL, folded TEXT NOT NULL) STRICT;
  ${tokenTable('text_index', 'words')}
`

/** Stores the text of an item, replacing an earlier one; `lead` is the prefix of its tokens. */
export const writeText = (db: ReadDb, n: number, lead: string, text: string): void => {
  const folded = searchable(text)
  removeText(db, n)
  db.run('INSERT INTO texts (n, text, folded) VALUES (?, ?, ?)', n, text, folded)
  db.run('INSERT INTO text_index (rowid, words) VALUES (?, ?)', n, tokensOf(lead, folded))
}

export const removeText = (db: ReadDb, n: number): void => {
  if (db.run('DELETE FROM texts WHERE n = ?', n)) db.run('DELETE FROM text_index WHERE rowid = ?', n)
}

/** Characters of an excerpt that precede the match, and its total length. */
const before = 80
const shown = 240

/** Characters examined on each side of the match's offset in the folded text, because folding may shift offsets. */
const slack = 500

const shortened = (text: string, start: number): string => {
  const from = Math.max(0, start - before)
  const passage = text.slice(from, from + shown).toWellFormed()
  return `${from > 0 ? '…' : ''}${passage.trim()}${from + shown < text.length ? '…' : ''}`
}

/** The passage of an item's text around a folded word; the beginning of the examined part if the word is not found. */
export const excerptOf = (db: ReadDb, n: number, word: string): string | null => {
  const row = db.one<{ passage: string }>(
    `SELECT substr(text, max(1, instr(folded, ?) - ${slack}), ${2 * slack} + length(?)) AS passage
     FROM texts WHERE n = ?`,
    word,
    word,
    n,
  )
  if (!row) return null
  // Folds each character separately, to map the match back to its offset in the passage.
  let folded = ''
  const starts: number[] = []
  let at = 0
  for (const character of row.passage) {
    const piece = searchable(character)
    for (let each = 0; each < piece.length; each += 1) starts.push(at)
    folded += piece
    at += character.length
  }
  return shortened(row.passage, starts[folded.indexOf(word)] ?? 0)
}
