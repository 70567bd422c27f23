import { DatabaseSync } from 'node:sqlite'
import { openPool } from '#cli/pool.ts'
import type { RowErrors } from '#schemas/records/import-rows.ts'

/** What becomes of a row: nothing is known yet, the server wants its bytes or has them, it is refused, or they are there now. */
const verdicts = ['unknown', 'wanted', 'unchanged', 'refused', 'sent'] as const
type Verdict = (typeof verdicts)[number]

/** A row of a manifest that is to be sent: what it says, and where its file lies. */
export type Entry = {
  /** Its number in the manifest that was read, or among the files of a folder. */
  row: number
  path: string
  /** The cells of the manifest but size and hash, by their fields. */
  cells: Record<string, string>
  /** The file, with all links followed; null where there is none. */
  place: string | null
  size: number
  /** When it was changed last, in milliseconds. */
  changed: number
  sha256: string
  verdict: Verdict
  errors: RowErrors
  /** Its number in the run; null until it is told. */
  inRun: number | null
}

export const refused = (entry: Entry, errors: RowErrors): Entry => ({ ...entry, verdict: 'refused', errors })

/** Rows that are in memory at once. */
const pageSize = 250

/** Rows in their order, on disk, in a file that nobody else sees and that ends with them: there may be very many. */
export const openEntries = () => {
  const db = new DatabaseSync('')
  db.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE entries (row INTEGER PRIMARY KEY, verdict TEXT NOT NULL, size INTEGER NOT NULL, entry TEXT NOT NULL) STRICT;
    BEGIN;
  `)
  const keep = db.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)')
  const page = db.prepare(
    'SELECT entry FROM entries WHERE row > ? AND verdict IN (SELECT value FROM json_each(?)) ORDER BY row LIMIT ?',
  )
  const sums = db.prepare('SELECT verdict, count(*) AS files, sum(size) AS bytes FROM entries GROUP BY verdict')
  return {
    /** Adds a row, or notes what became of it. */
    keep: (entry: Entry): void => void keep.run(entry.row, entry.verdict, entry.size, JSON.stringify(entry)),
    /** The rows of some verdicts, all by default; what becomes of them may be noted meanwhile. */
    of: function* (...wanted: readonly Verdict[]): Generator<Entry, undefined> {
      const named = JSON.stringify(wanted.length === 0 ? verdicts : wanted)
      for (let last = 0; ; ) {
        const found = page.all(last, named, pageSize).map(({ entry }): Entry => JSON.parse(String(entry)))
        yield* found
        const { row } = found.at(-1) ?? {}
        if (row === undefined) return undefined
        last = row
      }
    },
    /** How many rows of a verdict there are, and the bytes of their files. */
    sum: (verdict: Verdict): { files: number; bytes: number } => {
      const { files, bytes } = sums.all().find((each) => each.verdict === verdict) ?? {}
      return { files: Number(files ?? 0), bytes: Number(bytes ?? 0) }
    },
    close: () => db.close(),
  }
}
export type Entries = ReturnType<typeof openEntries>

/** How many files are worked on side by side, until what, and who is told of their bytes and their number. */
export type Working = { atOnce: number; signal: AbortSignal; done: (bytes: number, files: number) => void }

/** Works on the files of all rows of a verdict, and notes what becomes of each. */
export const workOn = async (
  entries: Entries,
  verdict: Verdict,
  { atOnce, signal, done }: Working,
  work: (entry: Entry, place: string) => Promise<Entry>,
): Promise<void> => {
  const pool = openPool(atOnce)
  let bytes = 0
  let files = 0
  for (const entry of entries.of(verdict)) {
    const { place, size } = entry
    if (place === null) continue
    signal.throwIfAborted()
    await pool.add(async () => {
      entries.keep(await work(entry, place))
      bytes += size
      files += 1
      done(bytes, files)
    })
  }
  await pool.idle()
}
