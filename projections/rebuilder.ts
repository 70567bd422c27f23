import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { type Keeper, openBuilder } from './builder.ts'
import { openSnapshot, type Snapshot, type TableDifference } from './comparison.ts'
import { comparePositions, hasReached } from './position.ts'
import type { Projection } from './projection.ts'
import { rebuildFolder } from './replace-file.ts'
import { openRunner } from './runner.ts'

/** How far a rebuild is; `events` were taken so far. */
export type RebuildProgress = { events: number; position: string | null }

export type Rebuilder = {
  from: () => string | null
  take: (position: string, event?: RecordedEvent) => void
  flush: () => void
  /** Looks again whether the live file can be compared; call it now and then, for a quiet log calls nothing. */
  look: () => void
  progress: () => RebuildProgress
  close: () => void
}

/** A runner of one projection, whose flush throws where that stands still. */
const openKeeper = (folder: string, projection: Projection): Keeper => {
  const runner = openRunner(folder, [projection])
  return {
    ...runner,
    flush: () => {
      runner.flush()
      const [state] = runner.states()
      if (state?.failed) throw new Error(state.failed)
    },
  }
}

/**
 * Builds one projection anew beside the live one, from the whole log. Once it holds all that was in the log at the
 * start (`target`), it waits at the very place of a snapshot of the live file, compares the two, tells the difference,
 * and follows the log on until it is closed. Throws, from `take` or `flush`, what its handlers throw.
 */
export const openRebuilder = (
  folder: string,
  projection: Projection,
  target: string | null,
  compared: (difference: TableDifference[]) => void,
): Rebuilder => {
  const own = rebuildFolder(folder, projection.name)
  const fileIn = (place: string) => join(place, `${projection.name}.sqlite`)
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true, mode: 0o700 })
  const builder = openBuilder(own, projection)
  let keeper: Keeper = builder
  let waiting: { position: string; event: RecordedEvent | undefined }[] = []
  let phase: 'building' | 'aligning' | 'following' = 'building'
  let snapshot: Snapshot | undefined
  let events = 0

  /** Applies what waits up to a place in the log, or all of it. */
  const applyUpTo = (place: string | null): void => {
    const until = (position: string) => place === null || comparePositions(position, place) <= 0
    for (const { position, event } of waiting) if (until(position)) keeper.take(position, event)
    waiting = waiting.filter(({ position }) => !until(position))
    if (place !== null) keeper.take(place)
    keeper.flush()
  }

  const align = (): void => {
    const received = waiting.at(-1)?.position ?? keeper.from()
    snapshot ??= openSnapshot(fileIn(folder), fileIn(own))
    const { position } = snapshot
    // The live file is not as far as this one: take another look later.
    if (!hasReached(position, keeper.from())) {
      snapshot.close()
      snapshot = undefined
      return
    }
    // What the live file holds is on its way here, too.
    if (!hasReached(received, position)) return
    if (position !== null) applyUpTo(position)
    compared(snapshot.compare())
    snapshot.close()
    snapshot = undefined
    phase = 'following'
    applyUpTo(null)
  }

  const look = (): void => {
    if (phase === 'building' && hasReached(keeper.from(), target)) {
      builder.finish()
      keeper = openKeeper(own, projection)
      phase = 'aligning'
    }
    if (phase === 'aligning') align()
  }

  return {
    from: () => waiting.at(-1)?.position ?? keeper.from(),
    take: (position, event) => {
      events += 1
      if (phase === 'aligning') waiting.push({ position, event })
      else keeper.take(position, event)
    },
    flush: () => {
      if (phase !== 'aligning') keeper.flush()
      look()
    },
    look,
    progress: () => ({ events, position: keeper.from() }),
    close: () => {
      snapshot?.close()
      keeper.close()
    },
  }
}
