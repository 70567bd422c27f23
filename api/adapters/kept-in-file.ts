import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { firstKid } from '#schemas/events/personal.ts'
import type { KeptKey, KeptKeys } from './kept-keys.ts'
import { nameOf } from './key-wrapping.ts'
import { openKeysFile, othersOfPerson } from './keys-file.ts'

/** What the column `destroyed` says of a key that is not there: its person was erased, or it alone was lost. */
const states = { destroyed: 1, 'given-up': 2 } as const

const keptIn = ({ person_id, wrapped, destroyed }: Record<string, unknown>): KeptKey => {
  const [personId = '', kid = firstKid] = String(person_id).split('/')
  const gone = destroyed === states.destroyed ? 'destroyed' : 'given-up'
  return { name: { personId, kid }, kept: wrapped instanceof Uint8Array ? wrapped : gone }
}

/** The keys of a file, opened for a `use`: see `openKeysFile`. */
export const keptInFile = (file: string, use: 'reading' | 'shared' | 'alone'): KeptKeys & { isOfKeys: boolean } => {
  const { db, note, isOfKeys } = openKeysFile(file, use)
  const put: KeptKeys['put'] = async (keys) => {
    const write = db.prepare(`
      INSERT INTO person_keys (person_id, wrapped, destroyed) VALUES (?1, ?2, ?3)
      ON CONFLICT DO UPDATE SET wrapped = ?2, destroyed = ?3`)
    const erase = db.prepare(`DELETE FROM person_keys WHERE ${othersOfPerson}`)
    db.exec('BEGIN IMMEDIATE')
    for (const { name, kept } of keys) {
      const [wrapped, state] = kept instanceof Uint8Array ? [kept, 0] : [null, states[kept]]
      write.run(nameOf(name), wrapped, state)
      if (kept === 'destroyed') erase.run(name.personId)
    }
    db.exec('COMMIT')
  }
  return {
    where: file,
    isOfKeys,
    newId: randomUUID,
    batches: async function* (size) {
      const select = db.prepare('SELECT * FROM person_keys WHERE person_id > ? ORDER BY person_id LIMIT ? + 0')
      for (let rows = select.all('', size); rows.length > 0; rows = select.all(rows.at(-1)?.person_id ?? '', size)) {
        yield rows.map(keptIn)
      }
    },
    put,
    note: async (name) => note(name),
    setNote: async (name, text) => {
      if (text === undefined) db.prepare('DELETE FROM note WHERE name = ?').run(name)
      else db.prepare('INSERT OR REPLACE INTO note (name, text) VALUES (?, ?)').run(name, text)
    },
    noteOnce: async (name, text) => {
      if (name === 'log') db.prepare('INSERT INTO log (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM log)').run(text)
      else db.prepare('INSERT OR IGNORE INTO note (name, text) VALUES (?, ?)').run(name, text)
      return note(name) ?? text
    },
    close: () => db.close(),
  }
}

/** The keys of a file, to read them; undefined where there is no file of keys. */
export const readFileOfKeys = (file: string): KeptKeys | undefined => {
  if (!existsSync(file)) return undefined
  try {
    const kept = keptInFile(file, 'reading')
    if (kept.isOfKeys) return kept
    kept.close()
  } catch {
    // Another file has its name.
  }
  return undefined
}
