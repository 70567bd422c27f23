import type { HeardRights } from '#api/adapters/ended-rights.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { FreshnessGate, Verdict } from '#api/http/freshness-gate.ts'
import { directory } from '#projections/directory/directory.ts'
import { hasReached } from '#projections/engine/position.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { oauth } from '#projections/oauth/oauth.ts'
import { listModels } from '#projections/registry.ts'
import { openCurrentRights } from './current-rights.ts'
import { openFreshness } from './freshness.ts'
import type { Projector } from './projector.ts'

/** Milliseconds that a request waits at most, at the start of a process and for what was written before (D-05). */
const longestWait = 2000

/** The read models that rights are decided by, and those that a write is decided by or answered from. */
const rightsModels = [directory.name, oauth.name]
const recordModels = [...rightsModels, facilities.name]

type GateSetup = {
  projector: Pick<Projector, 'caughtUp' | 'reached' | 'standing' | 'standStill'>
  lastPosition: Ledger['lastPosition']
  heard: HeardRights
  /** Milliseconds since 1970, by which read models are too old or not. */
  now: () => number
}

/**
 * Opens the gate, and what background work waits by. A command waits for lists and rights. A read waits for what its
 * caller names, and a route that reads other read models also until they hold what lists show, and so what the caller
 * wrote before. Each waits for a bounded time. Rights and records of a while ago decide nothing. A position that the log
 * does not reach is from before a move, or from before an older copy was put back: nobody waits for it (D-110).
 */
export const openFreshnessGate = ({ projector, lastPosition, heard, now }: GateSetup) => {
  const freshnessOf = (names: readonly string[]) =>
    openFreshness({ lastPosition, reached: (...asked) => projector.reached(...asked, names), now })
  const rights = freshnessOf(rightsModels)
  const records = freshnessOf(recordModels)

  const isBeyondLog = (position: string): Promise<boolean> =>
    lastPosition().then(
      (end) => !hasReached(end, position),
      () => false,
    )
  /** Waits for a position that a caller names, as long as the log may hold it. */
  const reachedIfReal = (position: string, names: readonly string[]): Promise<boolean> => {
    const reaching = projector.reached(position, longestWait, names)
    if (hasReached(projector.standing(names).upTo, position)) return reaching
    const given = isBeyondLog(position).then((isBeyond) => isBeyond || reaching)
    return Promise.race([reaching, given])
  }

  const currentRights = (names: readonly string[]) => {
    const reached = (position: string) => reachedIfReal(position, names)
    return openCurrentRights({ heard, lastPosition, projector, reached, longestWait, names })
  }

  /** Lists, and these other read models. */
  const listsWith = (reads: readonly string[]) => {
    const names = reads.length === 0 ? listModels : [...listModels, ...reads]
    return {
      names,
      end: async () => (await lastPosition()) ?? '0',
      hold: async (...positions: string[]): Promise<boolean> => {
        const own =
          reads.length === 0 ? [] : [projector.reached(projector.standing(listModels).upTo, longestWait, names)]
        const held = await Promise.all([...own, ...positions.map((position) => reachedIfReal(position, names))])
        return !held.includes(false)
      },
      position: () => projector.standing(names).upTo,
      standStill: () => projector.standStill(names),
    }
  }
  const lists = listsWith([])

  const gate: FreshnessGate = {
    start: async () => ((await projector.caughtUp(longestWait, listModels)) ? 'ready' : 'refuse'),
    of: ({ endpoint: { method, caller, cache }, reads = [] }) => {
      const isPlainRead = method === 'GET' && !caller?.byLink
      const isFresh = isPlainRead ? rights : records
      const { names, hold, position } = listsWith(reads)
      const isHeld = (positions: readonly string[]): boolean => {
        const { upTo, allMove } = projector.standing(names)
        return positions.every((named) => allMove && hasReached(upTo, named))
      }
      const decide = async (fresh: true | Promise<boolean>, wanted: readonly string[]): Promise<Verdict> => {
        if (!(await fresh)) return 'refuse'
        // A read model that is still built after the start knows too little to answer from.
        if (reads.length > 0 && !(await projector.caughtUp(longestWait, reads))) return 'refuse'
        return (await hold(...wanted)) ? 'ready' : 'behind'
      }
      return {
        ask: (isGuest, wanted) => {
          const fresh = cache?.whileBehind || (isGuest && isPlainRead) || isFresh()
          return fresh === true && reads.length === 0 && isHeld(wanted) ? 'ready' : decide(fresh, wanted)
        },
        position,
      }
    },
    written: async (position) => {
      const isThere = await projector.reached(position, longestWait, listModels)
      return isThere && projector.standing().allMove ? 'ready' : 'behind'
    },
    caller: currentRights(rightsModels),
    link: currentRights(recordModels),
  }
  return {
    gate,
    listsWith,
    /** Waits until lists hold what is in the log now; false if they are behind. */
    caughtUp: async () => lists.hold(await lists.end()),
    /** Waits until every read model does. */
    everywhere: async () => projector.reached(await lists.end(), longestWait),
  }
}
