import { applyEvent, type Projection } from '#projections/engine/projection.ts'
import { openForWriting, type ReadDb } from '#projections/engine/read-db.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'

/** A read model in memory with these events applied. */
export const projected = (projection: Projection, events: readonly RecordedEvent[]): ReadDb => {
  const db = openForWriting(':memory:', projection)
  for (const event of events) applyEvent(projection, db, event)
  return db
}

/**
 * Every row of every table, to compare two read models; those that are of the file, and the internal ones of full-text
 * indices, are left out.
 */
export const contentsOf = (db: ReadDb): Record<string, unknown[]> => {
  const tables = db.all<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'projection%' ORDER BY name`,
  )
  return Object.fromEntries(tables.map(({ name }) => [name, db.all(`SELECT * FROM ${name}`)]))
}
