import { hasReached, latestOf } from '#projections/engine/position.ts'

/** Counts how many rows lists show. Rows are written in their order, and `position` is the one that lists have reached. */
export const openListedRows = (position: () => string) => {
  const ahead: { rows: number; writtenAt: string | null }[] = []
  let listed = 0
  let latest: string | null = null
  return {
    /** Notes that so many rows are done, the last of which were written at these positions, null if nothing was. */
    done: (rows: number, positions: readonly (string | null)[]): void => {
      latest = latestOf([latest, ...positions])
      ahead.push({ rows, writtenAt: latest })
    },
    count: (): number => {
      const reached = position()
      for (let [next] = ahead; next; [next] = ahead) {
        if (next.writtenAt !== null && !hasReached(reached, next.writtenAt)) break
        listed = next.rows
        ahead.shift()
      }
      return listed
    },
  }
}
