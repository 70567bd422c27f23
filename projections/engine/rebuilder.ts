import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Place, UnreadableEvent } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { type Applier, openBuilder } from './builder.ts'
import { openSnapshot, type Snapshot, type TableDifference } from './comparison.ts'
import { comparePositions, hasReached } from './position.ts'
import type { Projection, Skip } from './projection.ts'
import { rebuildFolder } from './replace-file.ts'
import { openRunner } from './runner.ts'

/** Progress of a rebuild; `events` is the number of applied events. */
export type RebuildProgress = { events: number; position: string | null }

export type Rebuilder = {
  from: () => string | null
  advance: (place: Place, event?: RecordedEvent) => void
  unreadable: (event: UnreadableEvent) => void
  flush: () => void
  /** Tries again whether the live file can be compared; call it regularly, since a quiet log triggers nothing. */
  compareIfReady: () => void
  progress: () => RebuildProgress
  close: () => void
}

/** A runner of one projection, whose flush throws when the projection has failed. */
const openApplier = (folder: string, projection: Projection, skips: readonly Skip[]): Applier => {
  const runner = openRunner(folder, [projection], { skips })
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
 * Rebuilds one projection from the whole log, in a file next to the live one. Once it has applied all events up to the
 * end of the log at the start (`target`), it stops at the position of a snapshot of the live file, compares the two and
 * reports the difference. It then follows the log until it is closed. `advance` and `flush` throw what handlers throw.
 */
export const openRebuilder = (
  folder: string,
  projection: Projection,
  target: string | null,
  compared: (difference: TableDifference[]) => void,
  skips: readonly Skip[] = [],
): Rebuilder => {
  const own = rebuildFolder(folder, projection.name)
  const fileIn = (parent: string) => join(parent, `${projection.name}.sqlite`)
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true, mode: 0o700 })
  const builder = openBuilder(own, projection, skips)
  let applier: Applier = builder
  let waiting: { position: string; apply: () => void }[] = []
  let phase: 'building' | 'aligning' | 'following' = 'building'
  let snapshot: Snapshot | undefined
  let events = 0

  /** Applies the waiting events up to a place in the log, or all of them. */
  const applyUpTo = (end: Place | null): void => {
    const until = (position: string) => end === null || comparePositions(position, end.position) <= 0
    for (const { position, apply } of waiting) if (until(position)) apply()
    waiting = waiting.filter(({ position }) => !until(position))
    if (end !== null) applier.advance(end)
    applier.flush()
  }

  const align = (): void => {
    const received = waiting.at(-1)?.position ?? applier.from()
    snapshot ??= openSnapshot(fileIn(folder), fileIn(own))
    const { place } = snapshot
    const position = place?.position ?? null
    // The live file is behind this one: a later call takes another snapshot.
    if (!hasReached(position, applier.from())) {
      snapshot.close()
      snapshot = undefined
      return
    }
    // The events up to the position of the live file are still to come.
    if (!hasReached(received, position)) return
    if (place !== null) applyUpTo(place)
    compared(snapshot.compare())
    snapshot.close()
    snapshot = undefined
    phase = 'following'
    applyUpTo(null)
  }

  const compareIfReady = (): void => {
    if (phase === 'building' && hasReached(applier.from(), target)) {
      builder.finish()
      applier = openApplier(own, projection, skips)
      phase = 'aligning'
    }
    if (phase === 'aligning') align()
  }

  const receive = (position: string, apply: () => void): void => {
    events += 1
    if (phase === 'aligning') waiting.push({ position, apply })
    else apply()
  }

  return {
    from: () => waiting.at(-1)?.position ?? applier.from(),
    advance: (place, event) => receive(place.position, () => applier.advance(place, event)),
    unreadable: (event) => receive(event.position, () => applier.unreadable(event)),
    flush: () => {
      if (phase !== 'aligning') applier.flush()
      compareIfReady()
    },
    compareIfReady,
    progress: () => ({ events, position: applier.from() }),
    close: () => {
      snapshot?.close()
      applier.close()
    },
  }
}
