import type { EventType } from '#schemas/events/registry.ts'
import { entryTables, keepEvent } from './history/entries.ts'
import { lines } from './history/lines.ts'
import { recordTables } from './history/records.ts'
import type { Projection } from './projection.ts'

const told = Object.entries(lines).flatMap(([type, line]) => (line ? [type as EventType] : []))

/**
 * What happened, as people read it: one entry a command and team, with the names of then and the values before and
 * after (docs/decisions/2026-11-21-history-from-events.md). What people are called is kept apart from the sentences,
 * so that it is the name of now, and goes with the person (D-90).
 */
export const history: Projection = {
  name: 'history',
  version: 3,
  tables: entryTables + recordTables,
  handlers: {
    ...Object.fromEntries(told.map((type) => [type, keepEvent])),
    PersonErased: (db, event) => {
      keepEvent(db, event)
      const { userId, addressedIds } = event.data
      const erased = JSON.stringify([userId, ...addressedIds])
      db.run('DELETE FROM people WHERE person_id IN (SELECT value FROM json_each(?))', erased)
    },
  },
}
