let first: bigint | undefined
let seen = 0n

/** Records the lowest and the highest position of the log that a response or a live change has named. */
export const notePosition = (position: string | null): void => {
  if (!position || !/^\d+$/.test(position)) return
  const noted = BigInt(position)
  if (first === undefined || noted < first) first = noted
  if (noted > seen) seen = noted
}

/** Everything on the page was read at this position or later; undefined when nothing was read. */
export const firstPosition = (): string | undefined => first?.toString()

/** The position that an answer has to hold, whichever replica gives it (D-05). */
export const lastPosition = (): string => String(seen)
