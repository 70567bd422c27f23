import type { Logger } from 'pino'
import type { Ledger } from '#api/event-store/ledger.ts'
import { hasReached } from '#projections/engine/position.ts'
import type { Runner } from '#projections/engine/runner.ts'
import type { LeftOutPass } from '#schemas/resources/queues.ts'

/** A periodic task, which can be repeated and interrupted safely. */
export type Pass = {
  /** Name of the read model that lists the open work. */
  by: string
  run: (now: Date) => Promise<void>
}

export type SweepSetup = {
  ledger: Pick<Ledger, 'lastPosition'>
  /** The state of the read models that the passes read. */
  states: Runner['states']
  /** Brings the read models up to the present end of the log before the next sweep. */
  catchUp: () => void
  passes: readonly Pass[]
  /** Called by each sweep that leaves passes out which have been for five minutes. */
  noteLeftOut: (passes: readonly LeftOutPass[], now: Date) => Promise<unknown>
  log: Pick<Logger, 'warn'>
}

/** Milliseconds after which a pass that is left out is told: builds and outages of a moment are over by then. */
const toldAfter = 5 * 60_000

/** Runs an action for each item; a failure does not stop the others. Throws the first failure at the end. */
export const forEachInOrder = async <Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>) => {
  const failures: unknown[] = []
  for (const item of items) await step(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/**
 * Runs the passes one after the other; sweeps never overlap. A pass is skipped while its read model has failed or lacks
 * events that were in the log when the previous sweep began, so that it works on data of a moment ago and not of an
 * hour ago. Who is left out for longer than five minutes is told of.
 */
export const openSweeps = ({ ledger, states, catchUp, passes, noteLeftOut, log }: SweepSetup) => {
  let running: Promise<void> | null = null
  let seen: string | null = null

  /** Since when each pass is left out, and whether that was told. */
  const leftOut = new Map<string, { since: Date; isTold: boolean }>()

  const tellLeftOut = (names: Set<string>, now: Date): void => {
    for (const { by } of passes) {
      if (names.has(by)) leftOut.delete(by)
      else if (!leftOut.has(by)) leftOut.set(by, { since: now, isTold: false })
    }
    const failures = new Map(states().map(({ name, failed }) => [name, failed]))
    const long = [...leftOut].filter(([, { since }]) => now.getTime() - since.getTime() >= toldAfter)
    const noted = long.map(([name, known]) => {
      const reason = failures.get(name) ?? 'It lacks events that the log holds.'
      const since = known.since.toISOString()
      if (!known.isTold) log.warn({ since, reason }, `sweep pass left out: ${name}`)
      known.isTold = true
      return { name, since, reason }
    })
    // Redis may be away: the next sweep notes it again.
    if (noted.length > 0) noteLeftOut(noted, now).catch(() => {})
  }

  const currentNames = (): Set<string> => {
    const current = states().filter(({ failed, position }) => failed === null && hasReached(position, seen))
    return new Set(current.map(({ name }) => name))
  }

  const sweep = async (now: Date): Promise<void> => {
    // The first sweep has no previous position.
    const names = seen === null ? new Set<string>() : currentNames()
    tellLeftOut(names, now)
    const current = passes.filter(({ by }) => names.has(by))
    seen = (await ledger.lastPosition()) ?? '0'
    if (!states().every(({ position }) => hasReached(position, seen))) catchUp()
    for (const { by, run } of current) {
      // The next sweep tries again.
      await run(now).catch((error: Error) => log.warn({ error: error.message }, `sweep pass failed: ${by}`))
    }
  }

  return {
    /** Resolves when the sweep, or the one that was running already, has ended. */
    sweep: (now: Date): Promise<void> => {
      running ??= sweep(now)
        .catch((error: Error) => log.warn({ error: error.message }, 'sweep failed, tried again by the next'))
        .finally(() => {
          running = null
        })
      return running
    },
    /** Resolves when no sweep runs. */
    ended: async (): Promise<void> => {
      await running
    },
  }
}
