import type { Route } from './route.ts'

/**
 * What read models that follow the log let a request do: it goes on; it goes on, and its answer says that they are
 * behind; or it is refused, and may come again.
 */
export type Verdict = 'ready' | 'behind' | 'refuse'

/**
 * Calls `find` until it answers by rights that are no older than what any replica has ended, two seconds at most; `idsOf`
 * names the ids by which the rights of what it found end. Throws 503 where the read models do not come so far.
 */
export type FindCurrent = <Found>(
  find: () => Found | undefined,
  idsOf: (found: Found) => readonly (string | null | undefined)[],
) => Promise<Found | undefined>

/** The gate of one route. */
export type RouteGate = {
  /** Decides once, before the caller is looked up; `positions` are what the answer has to hold. */
  ask: (isGuest: boolean, positions: readonly string[]) => Verdict | Promise<Verdict>
  /** The position that what the route reads has reached. */
  position: () => string
}

/** Decides where a request waits for read models, or is refused because they are behind (D-05, D-105, D-110). */
export type FreshnessGate = {
  /** Whether a new process knows sessions and records: ready once, it stays so. */
  start: () => Promise<Verdict>
  of: (route: Pick<Route, 'endpoint' | 'reads'>) => RouteGate
  /** Waits until what a command wrote can be read in lists. */
  written: (position: string) => Promise<Verdict>
  /** Finds what a credential belongs to; `link` is for those of share links. */
  caller: FindCurrent
  link: FindCurrent
}
