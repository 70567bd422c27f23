import { mkdirSync } from 'node:fs'
import { follow } from '#api/event-store/follow.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { skippedEvents } from '#api/event-store/skipped-events.ts'
import { openBuilder } from '#projections/engine/builder.ts'
import { hasReached } from '#projections/engine/position.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { Place, UnreadableEvent } from '#schemas/event.ts'
import { isEventType, type RecordedEvent } from '#schemas/events/registry.ts'

/**
 * Bytes of a log (a position counts bytes) from which it is worth building read models elsewhere; less is applied sooner
 * than a thread starts.
 */
const largeLog = 1_000_000n

/** Whether a log that ends at this place is large enough to build files from. */
export const isWorthBuilding = (target: Place | null): target is Place =>
  target !== null && BigInt(target.position) >= largeLog

/** The reports of building files; `unbuilt` names one that could not be built. */
export type BuildMessage =
  | { type: 'built'; name: string }
  | { type: 'unbuilt'; name: string; reason: string }
  | { type: 'broken'; reason: string }

type BuildSetup = {
  ledger: Ledger
  projections: readonly Projection[]
  /** The folder in which the file of a read model is built. */
  folderOf: (name: string) => string
  /** The place up to which the log is applied. */
  target: Place
}

/** Builds the files of read models from one pass through the log; resolves once each is reported. */
export const buildFiles = async (setup: BuildSetup, post: (message: BuildMessage) => void): Promise<void> => {
  const { ledger, projections, folderOf, target } = setup
  const skips = await skippedEvents(ledger)
  let open = projections.map((projection) => {
    const folder = folderOf(projection.name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return { name: projection.name, builder: openBuilder(folder, projection, skips) }
  })

  /** Runs a step of each build; one that fails is left out from then on. */
  const each = (step: (build: (typeof open)[number]) => void): void => {
    open = open.filter((build) => {
      try {
        step(build)
        return true
      } catch (error) {
        build.builder.close()
        post({ type: 'unbuilt', name: build.name, reason: error instanceof Error ? error.message : String(error) })
        return false
      }
    })
  }

  let reached: string | null = null
  const finished = Promise.withResolvers<void>()
  let isFinished = false
  const finish = () => {
    isFinished = true
    each(({ name, builder }) => {
      builder.finish()
      post({ type: 'built', name })
    })
    // `follow` goes on with a subscription of its own after this.
    setImmediate(finished.resolve)
  }
  const follower = {
    from: () => reached,
    advance: (place: Place, event?: RecordedEvent) => {
      for (const { builder } of open) builder.advance(place, event)
      reached = place.position
    },
    unreadable: (event: UnreadableEvent) => {
      for (const { builder } of open) builder.unreadable(event)
      reached = event.position
    },
    flush: () => {
      if (isFinished) return
      each(({ builder }) => builder.flush())
      if (hasReached(reached, target.position)) finish()
    },
    places: () => [target],
  }
  const types = [...new Set(projections.flatMap(({ handlers }) => Object.keys(handlers)))].filter(isEventType)
  const onBreak = (reason: Error | undefined) => post({ type: 'broken', reason: reason?.message ?? 'ended' })
  const following = follow(ledger, follower, onBreak, { types, until: target })
  await finished.promise
  await following.close()
}
