import { describeEvent, type EventReference, type Place } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { isFileFailure } from './file-failure.ts'
import { comparePositions } from './position.ts'
import { applyEvent, type Projection, type Skips } from './projection.ts'
import { eventIdOf, positionOf, type ReadDb, setPlace } from './read-db.ts'

/**
 * State of a projection; `failed` is the reason why it stopped, and `at` the event that it cannot apply, if it is one.
 * The others continue. `outdated` while it is an earlier version's file, which is read until the new one is built.
 */
export type ProjectionState = {
  name: string
  position: string | null
  failed: string | null
  at?: EventReference | undefined
  outdated?: boolean | undefined
}

/**
 * `needsCheckpoint` while blanked text may still be in the write-ahead log; `unwritten` counts the events since the position
 * in the file, for none of which the projection has a handler. `eventId` is that of the event at its position;
 * empty until it moves, if an earlier version wrote the file.
 */
export type Applied = {
  projection: Projection
  db: ReadDb
  state: ProjectionState
  needsCheckpoint: boolean
  unwritten: number
  eventId: string
}

/** How many events without a handler a crash may cause to be read again; this saves a write for each flush. */
const maxUnwritten = 2000

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const stop = (state: ProjectionState, reason: string, event?: EventReference): void => {
  if (!event) return void Object.assign(state, { failed: reason })
  const { id, type, stream, position } = event
  const at = { id, type, stream, position }
  Object.assign(state, { failed: `${describeEvent(at)}: ${reason}`, at })
}

export const openApplied = (projection: Projection, db: ReadDb): Applied => ({
  projection,
  db,
  needsCheckpoint: false,
  unwritten: 0,
  eventId: eventIdOf(db),
  state: { name: projection.name, position: positionOf(db), failed: null },
})

const moveTo = (each: Applied, { position, id }: Place): void => {
  each.state.position = position
  each.eventId = id
}

/** The events since the position of a file, up to a place; `skipped` are those that are left out. */
type Pending = { events: readonly RecordedEvent[]; upTo: Place; skipped: Skips }

/** Whether handlers blank what a person can be told by, so that the write-ahead log must not keep it. */
const blanksText = ({ type }: RecordedEvent): boolean => type === 'PersonErased' || type === 'RegistrationRefused'

/** Applies events in one transaction. Where one of them cannot be applied, the projection stops right before it. */
const write = (each: Applied, { events, upTo, skipped }: Pending): void => {
  const { projection, db, state } = each
  let at: RecordedEvent | undefined
  try {
    db.transaction(() => {
      for (const event of events) {
        if (comparePositions(event.position, state.position) <= 0) continue
        at = event
        applyEvent(projection, db, event, skipped)
      }
      at = undefined
      setPlace(db, upTo)
    })
    moveTo(each, upTo)
    each.unwritten = 0
    each.needsCheckpoint ||= events.some(blanksText)
    if (each.needsCheckpoint) each.needsCheckpoint = !db.checkpoint()
  } catch (error) {
    const before = at ? events.slice(0, events.indexOf(at)) : []
    const last = before.at(-1)
    if (last && comparePositions(last.position, state.position) > 0)
      write(each, { events: before, upTo: last, skipped })
    // A disk that is full, or a file that is damaged, is no fault of the event.
    if (!state.failed) stop(state, reasonOf(error), isFileFailure(error) ? undefined : at)
  }
}

/** Applies events to a file, or only advances its position if it has handlers for none of them. */
export const catchUp = (each: Applied, pending: Pending): void => {
  const { projection, state } = each
  const { events, upTo } = pending
  if (state.failed || comparePositions(upTo.position, state.position) <= 0) return
  each.unwritten += Math.max(1, events.length)
  const isAbout = events.some((event) => event.type in projection.handlers || blanksText(event))
  if (!isAbout && !each.needsCheckpoint && each.unwritten < maxUnwritten) {
    moveTo(each, upTo)
    return
  }
  write(each, pending)
}

/** Writes a position that the file does not have yet. */
export const writePosition = (each: Applied): void => {
  const { db, state, unwritten, eventId } = each
  const { position } = state
  if (unwritten === 0 || state.failed || position === null) return
  try {
    setPlace(db, { position, id: eventId })
    each.unwritten = 0
  } catch (error) {
    stop(state, reasonOf(error))
  }
}
