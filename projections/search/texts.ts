import type { ReadDb } from '../read-db.ts'
import { searchable } from './items.ts'

/** The texts of files and documents as they are read and as they are searched; `text_index` is by the item's `n`. */
export const textTables = `
  CREATE TABLE texts (n INTEGER PRIMARY KEY, text TEXT NOT NULL, folded TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE text_index USING fts5 (
    folded, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
`

/** Keeps the text of an item, in place of another. */
export const writeText = (db: ReadDb, n: number, text: string): void => {
  const folded = searchable(text)
  removeText(db, n)
  db.run('INSERT INTO texts (n, text, folded) VALUES (?, ?, ?)', n, text, folded)
  db.run('INSERT INTO text_index (rowid, folded) VALUES (?, ?)', n, folded)
}

export const removeText = (db: ReadDb, n: number): void => {
  if (db.run('DELETE FROM texts WHERE n = ?', n)) db.run('DELETE FROM text_index WHERE rowid = ?', n)
}

/** Characters around a hit that are shown. */
const [before, shown] = [80, 240]

/** How much of a text is looked at around the place where its folded form has the word: folding may shift it a little. */
const slack = 500

const shortened = (text: string, start: number): string => {
  const from = Math.max(0, start - before)
  const passage = text.slice(from, from + shown).toWellFormed()
  return `${from > 0 ? '…' : ''}${passage.trim()}${from + shown < text.length ? '…' : ''}`
}

/** The passage of an item's text around a folded word; its beginning where the word cannot be placed. */
export const excerptOf = (db: ReadDb, n: number, word: string): string | null => {
  const row = db.one<{ passage: string }>(
    `SELECT substr(text, max(1, instr(folded, ?) - ${slack}), ${2 * slack} + length(?)) AS passage
     FROM texts WHERE n = ?`,
    word,
    word,
    n,
  )
  if (!row) return null
  // Each character is folded by itself to learn where in the passage the word begins.
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
