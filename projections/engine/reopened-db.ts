import { openForReading, type ReadDb } from './read-db.ts'
import type { ReadFile } from './read-file.ts'

/** A read model's file for queries, which can be opened again after the file was replaced. */
export type ReopenedDb = ReadDb & { reopen: () => void }

/** Opens a projection's file for queries; it must exist. Queries keep their handle when it is reopened. */
export const openReopened = (folder: string, projection: ReadFile): ReopenedDb => {
  const db = {
    ...openForReading(folder, projection),
    reopen: () => {
      const { close } = db
      Object.assign(db, openForReading(folder, projection))
      close()
    },
  }
  return db
}
