import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, EventType, RecordedEvent } from '#schemas/events/registry.ts'
import type { ReadDb } from './read-db.ts'
import type { ReadFile } from './read-file.ts'

type Handlers = { [Type in EventType]?: (db: ReadDb, event: Recorded<EventNamed<Type>>) => unknown }

/**
 * One read model: a SQLite file that is derived from the log and disposable.
 * Raise `version` when its tables or handlers change, so that the file is rebuilt: a test compares only the tables with
 * the version (tests/projections/versions.test.ts). A file with other tables is rebuilt in any case. Until then the old
 * file is read and followed if it lacks only tables and columns that may be null: declare a new column `NOT NULL` where
 * null would allow what it is to forbid (earlier-file.ts).
 * A handler never refuses a recorded fact, and applying an event twice gives the same rows.
 */
export type Projection = ReadFile & { handlers: Handlers }

/** The tables and handlers of one noun within a read model of several. */
export type Part = Pick<Projection, 'tables' | 'handlers'>

/** An operator's decision that read models go on without an event (D-105). */
export type Skip = { eventId: string; readModels: readonly string[] }

/** The read models that leave out an event, by its id: positions are others where the log was copied to. */
export type Skips = Map<string, readonly string[]>

/** Notes a decision; a later one about the same event adds to it. */
export const addSkip = (skips: Skips, { eventId, readModels }: Skip): Skips =>
  skips.set(eventId, [...(skips.get(eventId) ?? []), ...readModels])

export const openSkips = (skips: readonly Skip[]): Skips => skips.reduce(addSkip, new Map())

/**
 * Applies one event if the projection has a handler for it. An event that cannot be read is left out by all; another
 * that is skipped only by those that could not apply it.
 */
export const applyEvent = (projection: Projection, db: ReadDb, event: RecordedEvent, skips?: Skips): void => {
  if (skips?.get(event.id)?.includes(projection.name)) return
  const handler = projection.handlers[event.type] as ((db: ReadDb, event: RecordedEvent) => unknown) | undefined
  handler?.(db, event)
}
