import { openForReading, type ReadDb } from './read-db.ts'
import type { ReadFile } from './read-file.ts'

/** A read model's file for queries, which can be opened again after the file was replaced. */
export type ReopenedDb = ReadDb & { reopen: () => void }

/** Opens a projection's file for queries; it must exist. Queries keep their handle when it is reopened. */
export const openReopened = (folder: string, projection: ReadFile): ReopenedDb => {
  let current = openForReading(folder, projection)
  return {
    run: (...args) => current.run(...args),
    all: (...args) => current.all(...args),
    one: (...args) => current.one(...args),
    checkpoint: () => current.checkpoint(),
    transaction: (work) => current.transaction(work),
    close: () => current.close(),
    reopen: () => {
      const former = current
      current = openForReading(folder, projection)
      former.close()
    },
  }
}
