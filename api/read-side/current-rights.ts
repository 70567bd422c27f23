import { setTimeout as wait } from 'node:timers/promises'
import type { HeardRights } from '#api/adapters/ended-rights.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { FindCurrent } from '#api/http/freshness-gate.ts'
import { behind } from '#api/http/problem.ts'
import { hasReached } from '#projections/engine/position.ts'
import type { Projector } from './projector.ts'

/** Milliseconds in which all who bring an unknown credential share one look at the log. */
const gatheredFor = 10

type RightsSetup = {
  heard: HeardRights
  lastPosition: Ledger['lastPosition']
  projector: Pick<Projector, 'standing'>
  /** Waits until these read models hold a position that the log may hold; false if they do not. */
  reached: (position: string) => Promise<boolean>
  /** Milliseconds that a credential waits at most. */
  longestWait: number
  /** The read models by which credentials are known. */
  names: readonly string[]
}

/**
 * Finds credentials by rights that are no older than what any replica has told. One that nobody knows here may have been
 * made elsewhere a moment before; where this replica is not told what ends, each is looked for at the log's end.
 */
export const openCurrentRights = ({
  heard,
  lastPosition,
  projector,
  reached,
  longestWait,
  names,
}: RightsSetup): FindCurrent => {
  let next: Promise<unknown> | undefined

  /** Waits until these read models hold what the log holds from here on; whoever asks meanwhile shares it. */
  const upToNow = (): Promise<unknown> => {
    const look = async () => {
      await wait(gatheredFor)
      next = undefined
      const end = await lastPosition()
      if (end !== null) await reached(end)
    }
    // An event store that does not answer knows nobody.
    next ??= Promise.race([look().catch(() => undefined), wait(longestWait, undefined, { ref: false })])
    return next
  }
  const isHeld = (position: string) => hasReached(projector.standing(names).upTo, position)

  return async (find, idsOf) => {
    let found = find()
    if (found === undefined || !heard.isListening()) {
      await upToNow()
      found = find()
    }
    if (found === undefined) return undefined
    const endings = idsOf(found).flatMap((id) => (id && heard.of(id)) ?? [])
    const due = endings.filter((position) => !isHeld(position))
    if (due.length === 0) return found
    const held = await Promise.all(due.map(reached))
    if (held.includes(false)) throw behind()
    return find()
  }
}
