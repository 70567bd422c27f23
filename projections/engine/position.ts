/** Orders positions in the log; null is before the first event. */
export const comparePositions = (left: string | null, right: string | null): number => {
  const a = left === null ? -1n : BigInt(left)
  const b = right === null ? -1n : BigInt(right)
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether `reached` is at or after `wanted`. */
export const hasReached = (reached: string | null, wanted: string | null): boolean =>
  comparePositions(reached, wanted) >= 0

/** The latest of some positions; null if none of them is one. */
export const latestOf = (positions: readonly (string | null)[]): string | null =>
  positions.toSorted(comparePositions).at(-1) ?? null
