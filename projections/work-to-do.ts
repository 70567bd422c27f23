import { inTurn } from './in-turn.ts'
import { messagesToDo } from './messages-to-do.ts'
import { picturesToDo } from './pictures-to-do.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { textsToDo } from './texts-to-do.ts'
import { thumbnailsToDo } from './thumbnails-to-do.ts'
import { workTable } from './work.ts'

/** Work that follows from the log and whose outcome is not in the log yet. The workers process keeps it for itself. */
export const workToDo: Projection = {
  name: 'work-to-do',
  version: 5,
  tables: workTable,
  handlers: inTurn([thumbnailsToDo, textsToDo, picturesToDo, messagesToDo]),
}

/** One open piece of work; `payload` is JSON of the job's contract. */
export type Work = { position: string; eventId: string; job: string; payload: string }

/** The place of a piece of work in the list. */
export type WorkPlace = Pick<Work, 'position' | 'job'>

export const workQueries = (db: ReadDb) => ({
  /** Open work after a place in the list (null = from the start), oldest first, at most `limit`. */
  after: (place: WorkPlace | null, limit: number) =>
    db.all<Work>(
      `SELECT CAST(position AS TEXT) AS position, event_id AS eventId, job, payload FROM work
       WHERE (work.position, work.job) > (?, ?) ORDER BY work.position, work.job LIMIT ?`,
      BigInt(place?.position ?? -1),
      place?.job ?? '',
      limit,
    ),
})
export type WorkQueries = ReturnType<typeof workQueries>
