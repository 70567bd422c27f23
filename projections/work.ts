import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { ReadDb } from './read-db.ts'

/** Open work: one row for each job that an event asks for. `subject` is what an outcome names. */
export const workTable = `
  CREATE TABLE work (
    position INTEGER NOT NULL, event_id TEXT NOT NULL, job TEXT NOT NULL, subject TEXT NOT NULL, payload TEXT NOT NULL,
    PRIMARY KEY (position, job)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX work_by_subject ON work (job, subject);
`

/** Notes what an event asks a job to do. `payload` is that of the job's contract. */
export const addWork = (db: ReadDb, event: RecordedEvent, job: string, subject: string, payload: object): void => {
  db.run(
    'INSERT INTO work (position, event_id, job, subject, payload) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    BigInt(event.position),
    event.id,
    job,
    subject,
    JSON.stringify(payload),
  )
}

/** Whatever is open of a thing whose subjects are its id, a slash and more; '0' is what comes after the slash. */
export const crossOffAllOf = (db: ReadDb, job: string, id: string): void => {
  db.run('DELETE FROM work WHERE job = ? AND subject > ? AND subject < ?', job, `${id}/`, `${id}0`)
}

export const crossOff = (db: ReadDb, job: string, subject: string): void => {
  db.run('DELETE FROM work WHERE job = ? AND subject = ?', job, subject)
}
