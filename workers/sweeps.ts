import type { Logger } from 'pino'
import type { Ledger } from '#api/event-store/ledger.ts'
import { hasReached } from '#projections/position.ts'
import type { Runner } from '#projections/runner.ts'

/** Something to look after from time to time, safe to do twice and to break off. */
export type Pass = {
  /** Name of the read model that tells what there is to do. */
  by: string
  run: (now: Date) => Promise<void>
  /** What is logged where it fails; the next sweep tries again. */
  waits: string
}

export type SweepSetup = {
  ledger: Pick<Ledger, 'lastPosition'>
  /** Where the read models are that the passes go by. */
  states: Runner['states']
  /** Has the read models come as far as the log is now, until the next sweep. */
  catchUp: () => void
  passes: readonly Pass[]
  log: Pick<Logger, 'warn'>
}

/** Does something for each; one that fails holds up no other. Throws the first failure, after the others. */
export const eachInTurn = async <Item>(items: readonly Item[], step: (item: Item) => Promise<unknown>) => {
  const failures: unknown[] = []
  for (const item of items) await step(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/**
 * Sweeps: each pass in turn, never two sweeps beside each other. A pass is left out while its read model stands still,
 * or does not hold yet what was in the log when the sweep before began: what it says was so a moment ago, not an hour.
 */
export const openSweeps = ({ ledger, states, catchUp, passes, log }: SweepSetup) => {
  let running: Promise<void> | null = null
  let seen: string | null = null

  const currentNames = (): Set<string> => {
    const current = states().filter(({ failed, position }) => failed === null && hasReached(position, seen))
    return new Set(current.map(({ name }) => name))
  }

  const sweep = async (now: Date): Promise<void> => {
    // Nothing was seen before the first sweep.
    const names = seen === null ? new Set() : currentNames()
    const current = passes.filter(({ by }) => names.has(by))
    seen = (await ledger.lastPosition()) ?? '0'
    if (!states().every(({ position }) => hasReached(position, seen))) catchUp()
    for (const { run, waits } of current) {
      await run(now).catch((error: Error) => log.warn({ error: error.message }, waits))
    }
  }

  return {
    /** Resolves when the sweep has ended, or the one that was running. */
    sweep: (now: Date): Promise<void> => {
      running ??= sweep(now)
        .catch((error: Error) =>
          log.warn({ error: error.message }, 'The next sweep comes when the event store is back'),
        )
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
