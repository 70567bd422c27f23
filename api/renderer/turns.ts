/** Milliseconds for which a document that timed out counts against its holder. */
const remembered = 10 * 60 * 1000

/** Time-outs after which a holder comes after all others. */
const timeoutsUntilLast = 3

/** Documents of a slow holder that are kept at once: one to be opened, and the next. */
const keptOfSlow = 2

/** `served`: the turn in which it was last served. `timeouts`: when its documents timed out, in milliseconds. */
type Line<Item> = { waiting: Item[]; opened: number; served: number; timeouts: number[] }

/**
 * Who is served next, by holder (the team or user whose document it is): holders take turns, whatever the number of
 * their documents. A holder is slow while one of its documents has timed out recently. It then has one document opened
 * at a time, so that others always find a free renderer, and after some time-outs it comes last.
 */
export type Turns<Item> = {
  /** Adds an item; false if its holder is slow and has enough waiting. */
  add: (holder: string, item: Item) => boolean
  /** Removes and returns the next item, which is being opened from now on; undefined if none may be. */
  next: () => Item | undefined
  /** An item of the holder is not opened any more. Returns the waiting items that are not kept. */
  done: (holder: string, outcome: { timedOut: boolean }) => Item[]
}

export const createTurns = <Item>(now: () => number): Turns<Item> => {
  const lines = new Map<string, Line<Item>>()
  let turn = 0

  const timeoutsOf = ({ timeouts }: Line<Item>): number => timeouts.filter((at) => now() - at < remembered).length
  const comesLast = (line: Line<Item>): boolean => timeoutsOf(line) >= timeoutsUntilLast
  const mayBeNext = (line: Line<Item>): boolean =>
    line.waiting.length > 0 && (line.opened === 0 || timeoutsOf(line) === 0)

  return {
    add: (holder, item) => {
      // A newcomer comes before whoever was served last, and after those who wait already.
      const line = lines.get(holder) ?? { waiting: [], opened: 0, served: turn - 0.5, timeouts: [] }
      if (timeoutsOf(line) > 0 && line.waiting.length + line.opened >= keptOfSlow) return false
      lines.set(holder, line)
      line.waiting.push(item)
      return true
    },

    next: () => {
      const [line] = [...lines.values()]
        .filter(mayBeNext)
        .sort((one, other) => Number(comesLast(one)) - Number(comesLast(other)) || one.served - other.served)
      if (!line) return undefined
      turn += 1
      line.served = turn
      line.opened += 1
      return line.waiting.shift()
    },

    done: (holder, { timedOut }) => {
      const line = lines.get(holder)
      if (!line) return []
      line.opened -= 1
      if (timedOut) line.timeouts = [...line.timeouts, now()].slice(-timeoutsUntilLast)
      const isSlow = timeoutsOf(line) > 0
      if (!isSlow && line.waiting.length + line.opened === 0) lines.delete(holder)
      return isSlow ? line.waiting.splice(keptOfSlow - line.opened) : []
    },
  }
}
