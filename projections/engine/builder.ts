import { describeEvent, type Place, type UnreadableEvent } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { openForBuilding } from './building-db.ts'
import { comparePositions } from './position.ts'
import { applyEvent, type Projection } from './projection.ts'
import { isSkippedBy, openSkips, type Skip } from './skips.ts'

/** Applies events to the file of one projection. */
export type Applier = {
  /** The position of the last applied event. */
  from: () => string | null
  advance: (place: Place, event?: RecordedEvent) => void
  /** Fails if the projection handles the type of an event that cannot be read, unless it is to be skipped. */
  unreadable: (event: UnreadableEvent) => void
  /** Applies an event. Throws what a handler throws. */
  flush: () => void
  close: () => void
}

/**
 * Builds a projection's file from the log. `finish` completes and closes the file; no event can be applied after it.
 */
export const openBuilder = (
  folder: string,
  projection: Projection,
  skips: readonly Skip[] = [],
): Applier & { finish: () => void } => {
  const skipped = openSkips(skips)
  const db = openForBuilding(folder, projection)
  let reached: Place | null = null
  let failed: unknown
  const flush = (): void => {
    if (failed !== undefined) throw failed
  }
  return {
    from: () => reached?.position ?? null,
    // Each event is applied at once: a batch would outlive the young generation of the heap, whose collection is cheap.
    advance: (place, event) => {
      const { position, id } = place
      if (failed !== undefined || comparePositions(position, reached?.position ?? null) <= 0) return
      try {
        if (event && !isSkippedBy(skipped, position, projection.name)) applyEvent(projection, db, event)
        reached = { position, id }
      } catch (error) {
        failed = error
      }
    },
    unreadable: (event) => {
      if (failed !== undefined || comparePositions(event.position, reached?.position ?? null) <= 0) return
      reached = { position: event.position, id: event.id }
      if (event.type in projection.handlers && !skipped.has(event.position)) {
        failed = new Error(`${describeEvent(event)}: ${event.reason}`)
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
