import type { RecordedEvent } from '#schemas/events/registry.ts'
import { openForBuilding } from './building-db.ts'
import { comparePositions } from './position.ts'
import { applyEvent, type Projection } from './projection.ts'

/** Keeps the file of one projection in step with the log. */
export type Keeper = {
  /** The place in the log that it has reached. */
  from: () => string | null
  take: (position: string, event?: RecordedEvent) => void
  /** Throws what a handler threw. */
  flush: () => void
  close: () => void
}

/** Builds a projection's file from the log. From `finish` on it is whole, closed, and nothing more can be taken. */
export const openBuilder = (folder: string, projection: Projection): Keeper & { finish: () => void } => {
  const db = openForBuilding(folder, projection)
  let reached: string | null = null
  let failed: unknown
  const flush = (): void => {
    if (failed !== undefined) throw failed
  }
  return {
    from: () => reached,
    // Each event at once: what waits for others would live long enough to be cleared away the dear way.
    take: (position, event) => {
      if (failed !== undefined || comparePositions(position, reached) <= 0) return
      try {
        if (event) applyEvent(projection, db, event)
        reached = position
      } catch (error) {
        failed = error
      }
    },
    flush,
    finish: () => {
      flush()
      db.finish(reached)
    },
    close: db.close,
  }
}
