import { hasReached, latestOf } from '#projections/engine/position.ts'
import { listModels } from '#projections/registry.ts'
import type { Projector } from './projector.ts'

/** Milliseconds that an answer waits at most until its own writes can be read (D-05). */
const longestWait = 2000

/**
 * Decides what a request waits for. A command waits for lists and rights. A read waits for what its caller names, and a
 * route that reads other read models (`reads`) also until they hold what lists show, and so what the caller wrote before.
 * Each waits for a bounded time, and answers false if read models are still behind then or stand still. A position that
 * the log does not reach is from before a move, or from before an older copy was put back: nobody waits for it (D-110).
 */
export const readYourWrite = (
  projector: Pick<Projector, 'reached' | 'position' | 'states' | 'standStill'>,
  lastPosition: () => Promise<string | null>,
) => {
  const withLists = new WeakMap<readonly string[], readonly string[]>()
  const namesOf = (reads: readonly string[]): readonly string[] => {
    if (reads.length === 0) return listModels
    const names = withLists.get(reads) ?? [...listModels, ...reads]
    withLists.set(reads, names)
    return names
  }
  const isBeyondLog = (position: string): Promise<boolean> =>
    lastPosition().then(
      (end) => !hasReached(end, position),
      () => false,
    )
  /** Waits for a position that a caller names, as long as the log may hold it. */
  const reachedIfReal = (position: string, names: readonly string[]): Promise<boolean> => {
    const reaching = projector.reached(position, longestWait, names)
    if (hasReached(projector.position(names), position)) return reaching
    const given = isBeyondLog(position).then((isBeyond) => isBeyond || reaching)
    return Promise.race([reaching, given])
  }
  return {
    written: async (position: string): Promise<boolean> => {
      const isThere = await projector.reached(position, longestWait, listModels)
      return isThere && projector.states().every(({ failed }) => failed === null)
    },
    readable: async (position: string | null, reads: readonly string[]): Promise<boolean> => {
      const names = namesOf(reads)
      const own = reads.length === 0 ? null : projector.position(listModels)
      const wanted = latestOf([position, own])
      if (wanted === null) return true
      return wanted === own ? projector.reached(wanted, longestWait, names) : reachedIfReal(wanted, names)
    },
    readUpTo: (reads: readonly string[]): string => projector.position(namesOf(reads)),
    standStill: (reads: readonly string[]): boolean => projector.standStill(namesOf(reads)),
    /** Waits until every read model holds the log up to a position. */
    everywhere: (position: string): Promise<boolean> => projector.reached(position, longestWait),
  }
}
