import type { Logger } from 'pino'
import type { Ledger } from '#api/event-store/ledger.ts'
import { hasReached } from '#projections/engine/position.ts'
import type { Runner } from '#projections/engine/runner.ts'

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
  log: Pick<Logger, 'warn'>
}

/** Runs an action for each item; a failure does not stop the others. Throws the first failure at the end. */
export const forEachInOrder = async <Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>) => {
  const failures: unknown[] = []
  for (const item of items) await step(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/**
 * Runs the passes one after the other; sweeps never overlap. A pass is skipped while its read model has failed or lacks
 * events that were in the log when the previous sweep began, so that it works on data of a moment ago and not of an
 * hour ago.
 */
export const openSweeps = ({ ledger, states, catchUp, passes, log }: SweepSetup) => {
  let running: Promise<void> | null = null
  let seen: string | null = null

  const currentNames = (): Set<string> => {
    const current = states().filter(({ failed, position }) => failed === null && hasReached(position, seen))
    return new Set(current.map(({ name }) => name))
  }

  const sweep = async (now: Date): Promise<void> => {
    // The first sweep has no previous position.
    const names = seen === null ? new Set() : currentNames()
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
