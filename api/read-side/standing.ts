import type { ProjectionState } from '#projections/engine/applied-file.ts'
import { hasReached } from '#projections/engine/position.ts'

/**
 * How far some read models are: the slowest of them (`upTo`), and the slowest of those that have not failed
 * (`movingUpTo`; null if all have). A failed read model never advances, so nobody waits for it.
 */
export type Standing = { upTo: string; movingUpTo: string | null; allMove: boolean }

/** The standing of read models, worked out once for each list of names until `forget`: every request asks for it. */
export const openStandings = (states: () => readonly ProjectionState[]) => {
  const known = new Map<readonly string[], Standing>()
  return {
    of: (names: readonly string[]): Standing => {
      const found = known.get(names)
      if (found) return found
      let upTo: string | null = null
      let movingUpTo: string | null = null
      let allMove = true
      for (const { name, position, failed } of states()) {
        if (!names.includes(name)) continue
        const at = position ?? '0'
        if (upTo === null || !hasReached(at, upTo)) upTo = at
        if (failed !== null) allMove = false
        else if (movingUpTo === null || !hasReached(at, movingUpTo)) movingUpTo = at
      }
      const standing = { upTo: upTo ?? '0', movingUpTo, allMove }
      known.set(names, standing)
      return standing
    },
    forget: () => known.clear(),
  }
}

/** Requests that wait until read models hold a position. */
export const openWaiters = () => {
  const waiters = new Set<(isOver: boolean) => void>()
  return {
    /** Waits up to `milliseconds` for a position; false if a read model does not hold it by then, or stands still. */
    wait: (position: string, milliseconds: number, standing: () => Standing): Promise<boolean> =>
      new Promise((resolve) => {
        const look = (isOver: boolean) => {
          const { movingUpTo, allMove } = standing()
          if (!isOver && !hasReached(movingUpTo, position)) return
          clearTimeout(timer)
          waiters.delete(look)
          resolve(!isOver && allMove)
        }
        const timer = setTimeout(look, milliseconds, true)
        waiters.add(look)
      }),
    /** Answers those that need not wait any more. */
    look: () => {
      for (const look of waiters) look(false)
    },
    giveUp: () => {
      for (const look of waiters) look(true)
    },
  }
}
