import type { RecordedEvent } from '#schemas/events/registry.ts'
import { comparePositions } from './position.ts'
import { applyEvent, type Projection } from './projection.ts'
import { openForWriting, positionOf, type ReadDb, setPosition } from './read-db.ts'
import { removeFormer, replaceFile } from './replace-file.ts'

/** `failed` holds the reason why a projection stands still; the others go on. */
export type ProjectionState = { name: string; position: string | null; failed: string | null }

/**
 * `unsettled` while text that was blanked may still be in the log beside the file; `unwritten` counts the events since
 * the position in the file, none of which the projection is about.
 */
type Live = { projection: Projection; db: ReadDb; state: ProjectionState; unsettled: boolean; unwritten: number }

export type Runner = {
  /** Where to read on from: the place that the slowest projection has reached, without those that stand still. */
  from: () => string | null
  /** Takes one event, or (`event` absent) notes that the log holds nothing of ours up to `position`. */
  take: (position: string, event?: RecordedEvent) => void
  /**
   * Writes what was taken: per projection, rows and position in one transaction; what was blanked is then off the disk.
   * A position without rows is written now and then: after a crash a few events are read again, and change nothing.
   */
  flush: () => void
  /** Writes the positions that have not been yet; call it now and then, since a rebuild is compared at one in a file. */
  settle: () => void
  states: () => ProjectionState[]
  /** Goes on with the file of another folder in the place of a projection's; read on from `from` then. */
  replace: (name: string, from: string) => void
  close: () => void
}

/** Events that are applied in one transaction at the most. */
const mostAtOnce = 500

/** Events that a projection is not about and that may be read again, instead of a write for each flush. */
const mostUnwritten = 2000

const laterOf = (left: string, right: string | null) => (comparePositions(left, right) > 0 ? left : right)

const furthest = (positions: readonly (string | null)[]) => positions.toSorted(comparePositions).at(-1) ?? null

/**
 * Keeps read models in step with the log. `onFlush` is called after each flush, with the events that were news to
 * all of them: what one that is built anew reads again happened long ago.
 */
export const openRunner = (
  folder: string,
  projections: readonly Projection[],
  onFlush: (news: readonly RecordedEvent[]) => void = () => {},
): Runner => {
  const live = projections.map((projection): Live => {
    const db = openForWriting(folder, projection)
    return {
      projection,
      db,
      state: { name: projection.name, position: positionOf(db), failed: null },
      unsettled: false,
      unwritten: 0,
    }
  })
  let taken: RecordedEvent[] = []
  let reached: string | null = null
  let known = furthest(live.map(({ state }) => state.position))

  const advance = (each: Live, upTo: string): void => {
    const { projection, db, state } = each
    if (state.failed || comparePositions(upTo, state.position) <= 0) return
    each.unwritten += Math.max(1, taken.length)
    const isAbout = taken.some(({ type }) => type in projection.handlers || type === 'PersonErased')
    if (!isAbout && !each.unsettled && each.unwritten < mostUnwritten) {
      state.position = upTo
      return
    }
    try {
      db.transaction(() => {
        for (const event of taken) {
          if (comparePositions(event.position, state.position) > 0) applyEvent(projection, db, event)
        }
        setPosition(db, upTo)
      })
      state.position = upTo
      each.unwritten = 0
      each.unsettled ||= taken.some(({ type }) => type === 'PersonErased')
      if (each.unsettled) each.unsettled = !db.settle()
    } catch (error) {
      state.failed = error instanceof Error ? error.message : String(error)
    }
  }

  const flush = (): void => {
    if (reached === null) return
    const [upTo, events] = [reached, taken]
    for (const each of live) advance(each, upTo)
    taken = []
    reached = null
    const news = events.filter(({ position }) => comparePositions(position, known) > 0)
    known = laterOf(upTo, known)
    // A file that was replaced is blanked by nobody.
    if (news.some(({ type }) => type === 'PersonErased')) removeFormer(folder)
    onFlush(news)
  }

  const writePosition = (each: Live): void => {
    const { db, state, unwritten } = each
    if (unwritten === 0 || state.failed || state.position === null) return
    try {
      setPosition(db, state.position)
      each.unwritten = 0
    } catch (error) {
      state.failed = error instanceof Error ? error.message : String(error)
    }
  }

  return {
    from: () => {
      const moving = live.filter(({ state }) => state.failed === null)
      return moving.map(({ state }) => state.position).sort(comparePositions)[0] ?? null
    },
    take: (position, event) => {
      if (event) taken.push(event)
      reached = laterOf(position, reached)
      if (taken.length >= mostAtOnce) flush()
    },
    flush,
    settle: () => {
      for (const each of live) writePosition(each)
    },
    states: () => live.map(({ state }) => ({ ...state })),
    replace: (name, from) => {
      flush()
      const each = live.find(({ projection }) => projection.name === name)
      if (!each) throw new Error(`There is no read model ${name}`)
      each.unwritten = 0
      each.db.settle()
      each.db.close()
      replaceFile(folder, name, from)
      each.db = openForWriting(folder, each.projection)
      each.state = { name, position: positionOf(each.db), failed: null }
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
