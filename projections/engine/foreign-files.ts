import { existsSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Place } from '#schemas/event.ts'
import { isLocked } from './file-failure.ts'
import { fileOf, type ReadFile, remove } from './read-file.ts'
import { carriedFolder } from './replace-file.ts'

/** The place that the file of a read model has reached; none if it is missing, was never written, or is damaged. */
const placeIn = (file: string): Place | undefined => {
  if (!existsSync(file)) return undefined
  try {
    const url = pathToFileURL(file)
    // A write-ahead log tells of a crash: one that is there stays, and for a file that was closed none is created.
    if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1')
    const db = new DatabaseSync(url, { readOnly: true, timeout: 5000 })
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
 * positions, or of a newer copy than the one that was put back (D-110). One that was carried over with the log takes its
 * place (D-112). Nobody may have them open.
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
    const carried = fileOf(carriedFolder(folder), projection)
    const isOfLog = async (place: Place | undefined) => place !== undefined && !(await isForeign(place))
    const place = placeIn(file)
    if (!(await isOfLog(place)) && (await isOfLog(placeIn(carried)))) {
      remove(file)
      renameSync(carried, file)
      continue
    }
    remove(carried)
    if (place === undefined || (await isOfLog(place))) continue
    remove(file)
    report(foreignFile(projection.name))
  }
}
