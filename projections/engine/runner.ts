import { describePlace, type EventPlace, type UnreadableEvent } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { comparePositions } from './position.ts'
import { applyEvent, type Projection } from './projection.ts'
import { openForWriting, positionOf, type ReadDb, setPosition } from './read-db.ts'
import { dropFormer, removeFormer, replaceFile } from './replace-file.ts'
import { addSkip, isSkippedBy, openSkips, type Skip } from './skips.ts'

/**
 * State of a projection; `failed` is the reason why it stopped, and `at` the event that it cannot apply, if it is one.
 * The others continue.
 */
export type ProjectionState = {
  name: string
  position: string | null
  failed: string | null
  at?: EventPlace | undefined
}

/**
 * `missing` while the file is being built elsewhere; `needsCheckpoint` while blanked text may still be in the
 * write-ahead log; `unwritten` counts the events since the position in the file, for none of which the projection has a
 * handler.
 */
type Live = {
  projection: Projection
  db: ReadDb
  state: ProjectionState
  missing: boolean
  needsCheckpoint: boolean
  unwritten: number
}

export type Runner = {
  /** The position to read on from: that of the slowest projection, without those that have failed. */
  from: () => string | null
  /**
   * Adds one event to what the next flush writes, or (`event` absent) notes that the log holds no event of ours up to
   * `position`.
   */
  advance: (position: string, event?: RecordedEvent) => void
  /** Stops the projections that handle the type of an event that cannot be read, unless it is to be skipped. */
  unreadable: (event: UnreadableEvent) => void
  /**
   * Writes the pending events: per projection, rows and position in one transaction; blanked text is then removed from
   * the disk. A position without rows is written only occasionally: after a crash a few events are applied again, which
   * changes nothing.
   */
  flush: () => void
  /**
   * Writes the positions that are not written yet; call it regularly, since a rebuild compares at the position in a
   * file.
   */
  writePositions: () => void
  states: () => ProjectionState[]
  /** The projections whose files are built elsewhere; no event is applied to them until `replace` or `apply`. */
  missing: () => string[]
  /** Replaces a projection's file by that of another folder; the caller reads on from `from`. */
  replace: (name: string, from: string) => void
  /** Lets projections go on that stand still at a skipped event; the caller reads on from `from`. */
  resume: () => void
  /** Applies the whole log to a projection whose file could not be built; the caller reads on from `from`. */
  apply: (name: string) => void
  close: () => void
}

/** The maximum of events that are applied in one transaction. */
const maxAtOnce = 500

/** Events without a handler that may be read again after a crash, which saves a write for each flush. */
const maxUnwritten = 2000

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** SQLite's codes of a file that cannot be written: busy, I/O error, corrupt, full, not a database. */
const fileErrors = [5, 10, 11, 13, 26]

const isOfFile = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && fileErrors.includes(Number(error.errcode) & 0xff)

const stop = (state: ProjectionState, reason: string, event?: EventPlace): void => {
  if (!event) return void Object.assign(state, { failed: reason })
  const { id, type, stream, position } = event
  const at = { id, type, stream, position }
  Object.assign(state, { failed: `${describePlace(at)}: ${reason}`, at })
}

const laterOf = (left: string, right: string | null) => (comparePositions(left, right) > 0 ? left : right)

const furthest = (positions: readonly (string | null)[]) => positions.toSorted(comparePositions).at(-1) ?? null

type Options = {
  /**
   * Called after each flush with the events that were new to all projections: one that is being rebuilt reads old
   * events again.
   */
  onFlush?: ((newEvents: readonly RecordedEvent[]) => void) | undefined
  /** Null, or the end of a log that is built into missing files elsewhere. */
  missingFrom?: string | null
  /** The events that operators have skipped so far; later ones are read from the log. */
  skips?: readonly Skip[]
  /** Called when the log says that a stopped projection is to go on: the caller calls `resume`. */
  onSkip?: () => void
}

/** Applies the log to read models. */
export const openRunner = (
  folder: string,
  projections: readonly Projection[],
  { onFlush = () => {}, missingFrom = null, skips = [], onSkip = () => {} }: Options = {},
): Runner => {
  const live = projections.map((projection): Live => {
    const db = openForWriting(folder, projection)
    const state = { name: projection.name, position: positionOf(db), failed: null }
    const missing = missingFrom !== null && state.position === null
    return { projection, db, state, missing, needsCheckpoint: false, unwritten: 0 }
  })
  const skipped = openSkips(skips)
  let pending: RecordedEvent[] = []
  let reached: string | null = null
  let seen = furthest([missingFrom, ...live.map(({ state }) => state.position)])

  const named = (name: string): Live => {
    const found = live.find(({ projection }) => projection.name === name)
    if (!found) throw new Error(`There is no read model ${name}`)
    return found
  }

  const catchUp = (each: Live, upTo: string): void => {
    const { projection, state } = each
    if (state.failed || each.missing || comparePositions(upTo, state.position) <= 0) return
    each.unwritten += Math.max(1, pending.length)
    const isAbout = pending.some(({ type }) => type in projection.handlers || type === 'PersonErased')
    if (!isAbout && !each.needsCheckpoint && each.unwritten < maxUnwritten) {
      state.position = upTo
      return
    }
    write(each, pending, upTo)
  }

  /** Applies events in one transaction. Where one of them cannot be applied, the projection stops right before it. */
  const write = (each: Live, events: readonly RecordedEvent[], upTo: string): void => {
    const { projection, db, state } = each
    let at: RecordedEvent | undefined
    try {
      db.transaction(() => {
        for (const event of events) {
          if (comparePositions(event.position, state.position) <= 0) continue
          at = event
          if (!isSkippedBy(skipped, event.position, state.name)) applyEvent(projection, db, event)
        }
        at = undefined
        setPosition(db, upTo)
      })
      state.position = upTo
      each.unwritten = 0
      each.needsCheckpoint ||= events.some(({ type }) => type === 'PersonErased')
      if (each.needsCheckpoint) each.needsCheckpoint = !db.checkpoint()
    } catch (error) {
      const before = at ? events.slice(0, events.indexOf(at)) : []
      const last = before.at(-1)
      if (last && comparePositions(last.position, state.position) > 0) write(each, before, last.position)
      // A disk that is full, or a file that is damaged, is no fault of the event.
      if (!state.failed) stop(state, reasonOf(error), isOfFile(error) ? undefined : at)
    }
  }

  const flush = (): void => {
    if (reached === null) return
    const [upTo, events] = [reached, pending]
    for (const each of live) catchUp(each, upTo)
    pending = []
    reached = null
    const newEvents = events.filter(({ position }) => comparePositions(position, seen) > 0)
    seen = laterOf(upTo, seen)
    // No handler blanks text in a file that was replaced.
    if (newEvents.some(({ type }) => type === 'PersonErased')) removeFormer(folder)
    onFlush(newEvents)
  }

  const isSkipping = ({ state }: Live): boolean => state.at !== undefined && skipped.has(state.at.position)

  const writePosition = (each: Live): void => {
    const { db, state, unwritten } = each
    if (unwritten === 0 || state.failed || state.position === null) return
    try {
      setPosition(db, state.position)
      each.unwritten = 0
    } catch (error) {
      stop(state, reasonOf(error))
    }
  }

  return {
    from: () => {
      const moving = live.filter(({ state, missing }) => state.failed === null && !missing)
      if (moving.length === 0) return missingFrom
      return moving.map(({ state }) => state.position).sort(comparePositions)[0] ?? null
    },
    advance: (position, event) => {
      if (event) pending.push(event)
      reached = laterOf(position, reached)
      if (pending.length >= maxAtOnce) flush()
      if (event?.type !== 'EventSkipped') return
      addSkip(skipped, event.data)
      if (live.some(isSkipping)) onSkip()
    },
    unreadable: (event) => {
      flush()
      for (const { projection, state, missing } of live) {
        const concerns = event.type in projection.handlers && comparePositions(event.position, state.position) > 0
        if (!concerns || missing || state.failed || skipped.has(event.position)) continue
        stop(state, event.reason, event)
      }
      reached = laterOf(event.position, reached)
    },
    flush,
    writePositions: () => {
      for (const each of live) writePosition(each)
    },
    states: () => live.map(({ state }) => ({ ...state })),
    missing: () => live.flatMap(({ projection, missing }) => (missing ? projection.name : [])),
    replace: (name, from) => {
      flush()
      const each = named(name)
      each.unwritten = 0
      each.db.checkpoint()
      each.db.close()
      replaceFile(folder, name, from)
      // An empty file is nothing to go back to.
      if (each.missing) dropFormer(folder, name)
      each.db = openForWriting(folder, each.projection)
      each.state = { name, position: positionOf(each.db), failed: null }
      each.missing = false
    },
    resume: () => {
      flush()
      for (const { state } of live.filter(isSkipping)) Object.assign(state, { failed: null, at: undefined })
    },
    apply: (name) => {
      flush()
      named(name).missing = false
    },
    close: () => {
      flush()
      for (const each of live) {
        writePosition(each)
        each.db.close()
      }
    },
  }
}
