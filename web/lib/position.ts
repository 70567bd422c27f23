let first: string | undefined
let seen = 0n

/** Records the highest position of the log that a response or a live change has named. */
export const notePosition = (position: string | null): void => {
  if (!position || !/^\d+$/.test(position)) return
  first ??= position
  if (BigInt(position) > seen) seen = BigInt(position)
}

/** Everything on the page was read at this position or later; undefined when nothing was read. */
export const firstPosition = (): string | undefined => first

/** The position that a read must have reached to read one's own writes on any replica (D-05). */
export const lastPosition = (): string | undefined => (seen > 0n ? String(seen) : undefined)
