import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EventNamed, EventType } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'

/** The events of some types, in order, from the data folder of a stopped product. */
export const eventsInLog = <Type extends EventType>(dataDir: string, ...types: readonly Type[]): EventNamed<Type>[] => {
  const db = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
  const named = types.map(() => '?').join(', ')
  const rows = db
    .prepare(`SELECT type, CAST(data AS TEXT) AS data FROM event WHERE type IN (${named}) ORDER BY position`)
    .all(...types)
  db.close()
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(String(data)) }) as EventNamed<Type>)
}

/** Those of one team. */
export const teamEventsInLog = <Type extends EventType>(
  dataDir: string,
  teamId: TeamId,
  ...types: readonly Type[]
): EventNamed<Type>[] => eventsInLog(dataDir, ...types).filter(({ data }) => 'teamId' in data && data.teamId === teamId)
