import type { Place, UnreadableEvent } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { type Applied, catchUp, type ProjectionState, stop, writePosition } from './applied-file.ts'
import { type Live, openLive, openSuccessor, succeed } from './live-file.ts'
import { comparePositions, latestOf } from './position.ts'
import { addSkip, openSkips, type Projection, type Skip } from './projection.ts'
import { removeUnblanked } from './replace-file.ts'

export type Runner = {
  /** The position to read on from: that of the slowest projection, without those that have failed. */
  from: () => string | null
  /**
   * Adds one event to what the next flush writes, or (`event` absent) notes that the log holds no event of ours up to
   * a place.
   */
  advance: (place: Place, event?: RecordedEvent) => void
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
  /** The place of the founding, and those that the projections have reached; ids that are not known are empty. */
  places: () => Place[]
  /**
   * The projections whose files are built elsewhere. To one without an earlier version's file no event is applied until
   * `replace` or `apply`.
   */
  toBuild: () => string[]
  /**
   * Replaces a projection's file by that of another folder as soon as this holds as much of the log, so that nobody reads
   * what was before; the caller reads on from `from`.
   */
  replace: (name: string, from: string) => void
  /** Lets projections go on that stand still at a skipped event; the caller reads on from `from`. */
  resume: () => void
  /** Applies the whole log to a projection whose file could not be built; the caller reads on from `from`. */
  apply: (name: string) => void
  close: () => void
}

/** The maximum of events that are applied in one transaction. */
const maxAtOnce = 500

const laterOf = (left: Place, right: Place | null) =>
  comparePositions(left.position, right?.position ?? null) > 0 ? left : right

type Options = {
  /** The place at which the log was founded: what tells it from another before anything of it was reached (D-110). */
  founding?: Place | undefined
  /**
   * Called after each flush with the events that were new to all projections: one that is being rebuilt reads old
   * events again.
   */
  onFlush?: ((newEvents: readonly RecordedEvent[]) => void) | undefined
  /** Called with the name of a projection whose file was replaced. */
  onReplaced?: ((name: string) => void) | undefined
  /** Null, or the end of a log that is built elsewhere into files that are missing or of an earlier version. */
  missingFrom?: string | null
  /** The events that operators have skipped so far; later ones are read from the log. */
  skips?: readonly Skip[]
  /** Called with the name of a projection whose file was damaged, and is empty now. */
  onDamaged?: ((name: string) => void) | undefined
  /** Called when the log says that a stopped projection is to go on: the caller calls `resume`. */
  onSkip?: () => void
}

/** Applies the log to read models. */
export const openRunner = (
  folder: string,
  projections: readonly Projection[],
  {
    founding,
    onFlush = () => {},
    onReplaced = () => {},
    missingFrom = null,
    skips = [],
    onSkip = () => {},
    onDamaged,
  }: Options = {},
): Runner => {
  const live = projections.map((projection) => openLive(folder, projection, { missingFrom, onDamaged }))
  /** All that events are applied to. */
  const all = (): Applied[] =>
    live.flatMap((each) => [...(each.missing ? [] : [each]), ...(each.successor ? [each.successor] : [])])
  const skipped = openSkips(skips)
  let pending: RecordedEvent[] = []
  let reached: Place | null = null
  let seen = latestOf([missingFrom, ...live.map(({ state }) => state.position)])

  const named = (name: string): Live => {
    const found = live.find(({ projection }) => projection.name === name)
    if (!found) throw new Error(`There is no read model ${name}`)
    return found
  }

  const succeedWhenDue = (each: Live): void => {
    if (succeed(folder, each)) onReplaced(each.projection.name)
  }

  const flush = (): void => {
    if (reached === null) return
    const upTo = reached
    const events = pending
    for (const each of all()) catchUp(each, { events, upTo, skipped })
    pending = []
    reached = null
    for (const each of live) if (each.successor) succeedWhenDue(each)
    const newEvents = events.filter(({ position }) => comparePositions(position, seen) > 0)
    seen = latestOf([upTo.position, seen])
    // No handler blanks text in a file that was replaced.
    if (newEvents.some(({ type }) => type === 'PersonErased')) removeUnblanked(folder)
    onFlush(newEvents)
  }

  const isSkipping = ({ state }: Applied): boolean => state.at !== undefined && skipped.has(state.at.id)

  return {
    from: () => {
      const moving = all().filter(({ state }) => state.failed === null)
      if (moving.length === 0) return missingFrom
      return moving.map(({ state }) => state.position).sort(comparePositions)[0] ?? null
    },
    advance: (place, event) => {
      if (event) pending.push(event)
      reached = laterOf(place, reached)
      if (pending.length >= maxAtOnce) flush()
      if (event?.type !== 'EventSkipped') return
      addSkip(skipped, event.data)
      if (all().some(isSkipping)) onSkip()
    },
    unreadable: (event) => {
      flush()
      for (const { projection, state } of all()) {
        const concerns = event.type in projection.handlers && comparePositions(event.position, state.position) > 0
        if (!concerns || state.failed || skipped.has(event.id)) continue
        stop(state, event.reason, event)
      }
      reached = laterOf(event, reached)
    },
    flush,
    writePositions: () => {
      for (const each of live) writePosition(each)
    },
    states: () => live.map(({ state }) => ({ ...state })),
    places: () => [
      ...(founding ? [founding] : []),
      ...all().flatMap(({ state: { position }, eventId: id }) => (position === null ? [] : [{ position, id }])),
    ],
    toBuild: () => live.flatMap(({ projection, missing, state }) => (missing || state.outdated ? projection.name : [])),
    replace: (name, from) => {
      flush()
      const each = named(name)
      each.successor?.db.close()
      each.successor = openSuccessor(folder, each.projection, from)
      succeedWhenDue(each)
    },
    resume: () => {
      flush()
      for (const { state } of all().filter(isSkipping)) Object.assign(state, { failed: null, at: undefined })
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
        each.successor?.db.close()
      }
    },
  }
}
