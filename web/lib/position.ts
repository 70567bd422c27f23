let first: string | undefined
let seen = 0n

/** Remembers how far the log had come when anything was answered or a change announced. */
export const notePosition = (position: string | null): void => {
  if (!position || !/^\d+$/.test(position)) return
  first ??= position
  if (BigInt(position) > seen) seen = BigInt(position)
}

/** Everything that is on the page was read at this position or later; undefined where nothing was read. */
export const firstPosition = (): string | undefined => first

/** The position that a read must have reached to show one's own writes, on any replica (D-05). */
export const lastPosition = (): string | undefined => (seen > 0n ? String(seen) : undefined)
