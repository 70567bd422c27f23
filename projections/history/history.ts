import type { Projection } from '#projections/engine/projection.ts'
import type { EventType } from '#schemas/events/registry.ts'
import { descriptions } from './descriptions.ts'
import { addEvent, entryTables } from './entries.ts'
import { snapshotTables } from './snapshots.ts'

const describedTypes = Object.entries(descriptions).flatMap(([type, description]) =>
  description ? [type as EventType] : [],
)

/**
 * The audit trail that people read: one entry for each command and team, with the names of records at that time and the
 * values before and after (docs/decisions/2026-11-21-history-from-events.md). Names of people are stored apart from the
 * sentences, so that an entry shows the present name, and erasing a person removes it (D-90).
 */
export const history: Projection = {
  name: 'history',
  version: 25,
  tables: entryTables + snapshotTables,
  handlers: {
    ...Object.fromEntries(describedTypes.map((type) => [type, addEvent])),
    PersonErased: (db, event) => {
      addEvent(db, event)
      const { userId, addressedIds } = event.data
      const erased = JSON.stringify([userId, ...addressedIds])
      db.run('DELETE FROM people WHERE person_id IN (SELECT value FROM json_each(?))', erased)
    },
  },
}
