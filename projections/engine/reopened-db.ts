import { openForReading, type ReadDb } from './read-db.ts'
import type { ReadFile } from './read-file.ts'

/** A read model's file for queries, which can be opened again after the file was replaced. */
export type ReopenedDb = ReadDb & { reopen: () => void }

/**
 * Opens a projection's file for queries; it must exist. Queries keep their handle when it is reopened. `seen` says how
 * they see a file that was opened; by default as it is.
 */
export const openReopened = (folder: string, projection: ReadFile, seen = (db: ReadDb): ReadDb => db): ReopenedDb => {
  const db = {
    ...seen(openForReading(folder, projection)),
    reopen: () => {
      const { close } = db
      Object.assign(db, seen(openForReading(folder, projection)))
      close()
    },
  }
  return db
}
