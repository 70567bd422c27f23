import type { Logger } from 'pino'
import type { Lock, PackLocks } from '#api/adapters/locks.ts'
import type { PackRow } from '#projections/lists/packs.ts'
import type { PackProgress } from '#schemas/records/pack.ts'

/** Milliseconds between two looks at what was ordered. */
const lookEvery = 1000

/** Milliseconds after which a pack that fails each time is given up. */
const givenUpAfter = 60 * 60 * 1000

type Making = {
  waiting: () => readonly PackRow[]
  locks: PackLocks
  /** Makes a pack and records it, or leaves it for later. */
  make: (order: PackRow, lock: Pick<Lock<PackProgress>, 'publish'>) => Promise<void>
  giveUp: (order: PackRow) => Promise<void>
  log: Pick<Logger, 'warn'>
}

/** Makes what was ordered, oldest first, one pack at a time in this process. */
export const startPackMaker = ({ waiting, locks, make, giveUp, log }: Making) => {
  let isClosing = false
  let running: Promise<void> | undefined

  const one = async (order: PackRow): Promise<void> => {
    const lock = await locks.acquire(order.id)
    if (!lock) return
    try {
      await make(order, lock)
    } catch (error) {
      log.warn({ pack: order.id, error: (error as Error).message }, 'a pack was not made, tried again')
      if (Date.now() - Date.parse(order.ordered_at) > givenUpAfter) await giveUp(order)
    } finally {
      await lock.release()
    }
  }
  const pass = async (): Promise<void> => {
    for (const order of waiting()) if (!isClosing) await one(order)
  }
  const begin = (): void => {
    if (isClosing) return
    running ??= pass()
      .catch((error: Error) => log.warn({ error: error.message }, 'packs were not made, tried again'))
      .finally(() => {
        running = undefined
      })
  }
  const looking = setInterval(begin, lookEvery)
  return {
    close: async (): Promise<void> => {
      isClosing = true
      clearInterval(looking)
      await running
    },
  }
}
