import type { Logger } from 'pino'
import { follow } from '#api/event-store/follow.ts'
import { foreignPlacesOf } from '#api/event-store/foreign-places.ts'
import { foundingPlaceOf } from '#api/event-store/founding.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { onlyTypes } from '#api/event-store/only-types.ts'
import { skippedEvents } from '#api/event-store/skipped-events.ts'
import { removeForeign } from '#projections/engine/foreign-files.ts'
import { hasReached } from '#projections/engine/position.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { openForReading, type ReadDb } from '#projections/engine/read-db.ts'
import { damagedFile } from '#projections/engine/read-file.ts'
import { openRunner, type Runner } from '#projections/engine/runner.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { buildMissing } from './first-builds.ts'
import { handledTypes, readModels } from './read-models.ts'

/** The workers' own read models, kept up to date with the log. */
export type Lists = {
  /** Opens one of them for queries, until all are closed. */
  reading: (projection: Projection) => ReadDb
  states: Runner['states']
  /** The position that all have reached. */
  position: () => string | null
  /** Whether they hold all that the log held at the start: before that, an outbox shows finished jobs as open. */
  areCaughtUp: () => boolean
  /** Resolves when they first do. */
  caughtUp: Promise<void>
  /** Starts to follow the log; the events that are new are told after they were written. */
  follow: (onNews: (news: readonly RecordedEvent[]) => void) => void
  /** Reads on from where they are, if the log has gone on without them. */
  again: () => void
  /** Resolves when nothing is written to them any more. */
  stopFollowing: () => Promise<void>
  close: () => void
}

/** Builds what is missing of them, and opens them; the folder is the API's, too. */
export const openLists = async (ledger: Ledger, folder: string, log: Logger): Promise<Lists> => {
  const onDamaged = (name: string) => log.error(damagedFile(name))
  const interrupted = (error: string) => log.warn({ error }, 'build of the to-do lists failed, tried again')
  await removeForeign(folder, readModels, foreignPlacesOf(ledger), (line) => log.warn(line))
  await buildMissing(ledger, folder, readModels, interrupted, onDamaged)

  let following: ReturnType<typeof follow> | undefined
  let tell: (news: readonly RecordedEvent[]) => void = () => {}
  const again = () => following?.again()
  const caughtUp = Promise.withResolvers<void>()
  const runner = openRunner(folder, readModels, {
    founding: await foundingPlaceOf(ledger),
    skips: await skippedEvents(ledger),
    onDamaged,
    onSkip: () =>
      setImmediate(() => {
        runner.resume()
        again()
      }),
    onFlush: (news) => {
      for (const { name, failed } of runner.states()) if (failed) log.error({ failed }, `read model failed: ${name}`)
      if (areCaughtUp()) caughtUp.resolve()
      tell(news)
    },
  })
  const target = await ledger.lastPosition()
  const areCaughtUp = () => hasReached(runner.from(), target)
  if (areCaughtUp()) caughtUp.resolve()
  const opened: ReadDb[] = []
  return {
    reading: (projection) => {
      const db = openForReading(folder, projection)
      opened.push(db)
      return db
    },
    states: runner.states,
    position: runner.from,
    areCaughtUp,
    caughtUp: caughtUp.promise,
    follow: (onNews) => {
      tell = onNews
      following = follow(onlyTypes(ledger, handledTypes), runner, (reason) =>
        log.warn({ error: reason?.message }, 'subscription to the event store failed, tried again'),
      )
    },
    again,
    stopFollowing: async () => following?.close(),
    close: () => {
      for (const db of opened) db.close()
      runner.close()
    },
  }
}
