import { chmodSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Profiles } from '#cli/connection/profiles.ts'
import { sha256Of } from '#cli/output/export-folder.ts'

type File = { place: string; size: number; changed: number }

const open = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path, { timeout: 10_000 })
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS hashes (
      place TEXT PRIMARY KEY, size INTEGER NOT NULL, changed REAL NOT NULL, sha256 TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `)
  chmodSync(path, 0o600)
  return db
}

/** The SHA-256 of files of this machine, which lie beside the profiles: what has the same size and time is not read again. */
export const openHashes = (profiles: Profiles) => {
  const path = join(dirname(profiles.path), 'hashes.sqlite')
  let db: DatabaseSync
  try {
    db = open(path)
  } catch {
    // It holds nothing that cannot be read again.
    rmSync(path, { force: true })
    db = open(path)
  }
  const known = db.prepare('SELECT sha256 FROM hashes WHERE place = ? AND size = ? AND changed = ?')
  const keep = db.prepare('INSERT OR REPLACE INTO hashes VALUES (?, ?, ?, ?)')
  return {
    of: async ({ place, size, changed }: File): Promise<string> => {
      const row = known.get(place, size, changed)
      if (row) return String(row.sha256)
      const sha256 = await sha256Of(place)
      keep.run(place, size, changed, sha256)
      return sha256
    },
    close: () => db.close(),
  }
}
export type Hashes = ReturnType<typeof openHashes>
