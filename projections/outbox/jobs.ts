import type { ReadDb } from '#projections/engine/read-db.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'

/** Open jobs: one row for each job that an event asks for. `subject` is the id that an outcome names. */
export const outboxTables = `
  CREATE TABLE work (
    position INTEGER NOT NULL, event_id TEXT NOT NULL, job TEXT NOT NULL, subject TEXT NOT NULL, payload TEXT NOT NULL,
    PRIMARY KEY (position, job)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX work_by_subject ON work (job, subject);
`

/** Adds the job that an event asks for. `payload` is that of the job's contract. */
export const addJob = (db: ReadDb, event: RecordedEvent, job: string, subject: string, payload: object): void => {
  db.run(
    'INSERT INTO work (position, event_id, job, subject, payload) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    BigInt(event.position),
    event.id,
    job,
    subject,
    JSON.stringify(payload),
  )
}

/** The condition for jobs whose subject is an id, a slash and more; '0' is the character after the slash. */
export const removeJobsBelow = (db: ReadDb, job: string, id: string): void => {
  db.run('DELETE FROM work WHERE job = ? AND subject > ? AND subject < ?', job, `${id}/`, `${id}0`)
}

export const removeJob = (db: ReadDb, job: string, subject: string): void => {
  db.run('DELETE FROM work WHERE job = ? AND subject = ?', job, subject)
}
