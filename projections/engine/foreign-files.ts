import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Place } from '#schemas/event.ts'
import { isLocked } from './file-failure.ts'
import { fileOf, type ReadFile, remove } from './read-file.ts'

/** The place that the file of a read model has reached; none if it is missing, was never written, or is damaged. */
const placeIn = (file: string): Place | undefined => {
  if (!existsSync(file)) return undefined
  try {
    // Opened for reading, it keeps a write-ahead log that tells of a crash.
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    try {
      const { position, event_id: id } = db.prepare('SELECT * FROM projection').get() ?? {}
      return typeof position === 'string' ? { position, id: String(id ?? '') } : undefined
    } finally {
      db.close()
    }
  } catch (error) {
    if (isLocked(error)) throw error
    return undefined
  }
}

/** The log line of a read model that was not built from this log. */
const foreignFile = (name: string): string =>
  `The read model ${name} is built anew: the log holds another event at its position, or ends before it.`

/**
 * Removes the files of read models that were not built from this log: of another installation, of the same log at other
 * positions, or of a newer copy than the one that was put back (D-110). Nobody may have them open.
 * @param isForeign whether the log holds another event at a place, or ends before it
 * @param report called with a line for each file that is removed
 */
export const removeForeign = async (
  folder: string,
  projections: readonly ReadFile[],
  isForeign: (place: Place) => Promise<boolean>,
  report: (line: string) => void,
): Promise<void> => {
  for (const projection of projections) {
    const file = fileOf(folder, projection)
    const place = placeIn(file)
    if (place === undefined || !(await isForeign(place))) continue
    remove(file)
    report(foreignFile(projection.name))
  }
}
