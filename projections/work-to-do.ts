import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type MakeThumbnail, makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

type Settled = EventNamed<'ThumbnailMade' | 'ThumbnailFailed'>

const thumbnailOf = (fileId: string, hash: string) => `${fileId}/${hash}`

const crossOffThumbnail = (db: ReadDb, { data }: Recorded<Settled>) =>
  db.run('DELETE FROM work WHERE job = ? AND subject = ?', makeThumbnail.name, thumbnailOf(data.fileId, data.of))

/** Work that follows from the log and whose outcome is not in the log yet. The workers process keeps it for itself. */
export const workToDo: Projection = {
  name: 'work-to-do',
  version: 1,
  tables: `
    CREATE TABLE work (
      position INTEGER PRIMARY KEY, event_id TEXT NOT NULL UNIQUE, job TEXT NOT NULL, subject TEXT NOT NULL,
      payload TEXT NOT NULL
    ) STRICT;
    CREATE INDEX work_by_subject ON work (job, subject);
  `,
  handlers: {
    FileUploaded: (db, { id, position, data, metadata }) => {
      const payload: MakeThumbnail = {
        eventId: id,
        correlationId: metadata.correlationId,
        fileId: data.fileId,
        teamId: data.teamId,
        hash: data.content.hash,
        mimeType: data.mimeType,
      }
      return db.run(
        'INSERT INTO work (position, event_id, job, subject, payload) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        BigInt(position),
        id,
        makeThumbnail.name,
        thumbnailOf(data.fileId, data.content.hash),
        JSON.stringify(payload),
      )
    },
    ThumbnailMade: crossOffThumbnail,
    ThumbnailFailed: crossOffThumbnail,
  },
}

/** One open piece of work; `payload` is JSON of the job's contract. */
export type Work = { position: string; eventId: string; job: string; payload: string }

export const workQueries = (db: ReadDb) => ({
  /** Open work after a place in the log (null = from the start), oldest first, at most `limit`. */
  after: (position: string | null, limit: number) =>
    db.all<Work>(
      `SELECT CAST(position AS TEXT) AS position, event_id AS eventId, job, payload FROM work
       WHERE position > ? ORDER BY position LIMIT ?`,
      BigInt(position ?? -1),
      limit,
    ),
})
export type WorkQueries = ReturnType<typeof workQueries>
