/** Orders places in the log; null is before the first event. */
export const comparePositions = (left: string | null, right: string | null): number => {
  const [a, b] = [left === null ? -1n : BigInt(left), right === null ? -1n : BigInt(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether everything up to `wanted` is within `reached`. */
export const hasReached = (reached: string | null, wanted: string | null): boolean =>
  comparePositions(reached, wanted) >= 0

/** The latest of some places; null where none of them is a place. */
export const latestOf = (positions: readonly (string | null)[]): string | null =>
  positions.reduce((latest, each) => (comparePositions(latest, each) < 0 ? each : latest), null)
