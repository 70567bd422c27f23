import type { CellState } from '#schemas/records/cell-states.ts'

/** The state of each column of a site; undefined where the category is not required of it. */
export type States = readonly (CellState | undefined)[]

/** How many cells there are, and how many are in each state. */
export type StateCounts = Readonly<Record<CellState | 'required', number>>

const none: StateCounts = { required: 0, missing: 0, expired: 0, expiring: 0, valid: 0, exempt: 0 }

/** How many of some cells are in each state. */
export const countsOf = (states: States): StateCounts => {
  const counts = { ...none }
  for (const state of states) {
    if (!state) continue
    counts.required += 1
    counts[state] += 1
  }
  return counts
}

/** Counts of several sites together. */
export const sumOf = (each: readonly StateCounts[]): StateCounts => {
  const sum = { ...none }
  // A loop over the names takes five times as long.
  for (const { required, missing, expired, expiring, valid, exempt } of each) {
    sum.required += required
    sum.missing += missing
    sum.expired += expired
    sum.expiring += expiring
    sum.valid += valid
    sum.exempt += exempt
  }
  return sum
}
