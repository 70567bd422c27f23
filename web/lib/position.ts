let seen = 0n

/** Remembers how far the log had come when a write was answered or a change announced. */
export const notePosition = (position: string | null): void => {
  if (position && /^\d+$/.test(position) && BigInt(position) > seen) seen = BigInt(position)
}

/** The position that a read must have reached to show one's own writes, on any replica (D-05). */
export const lastPosition = (): string | undefined => (seen > 0n ? String(seen) : undefined)
