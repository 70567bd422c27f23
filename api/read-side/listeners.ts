import type { AudienceChange } from '#projections/changes/change-of.ts'
import { hasReached } from '#projections/engine/position.ts'

/** Callers back; `all` calls each of them. */
const listenersOf = <Told extends unknown[]>() => {
  const listeners = new Set<(...told: Told) => void>()
  return {
    add: (listener: (...told: Told) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    all: (...told: Told): void => {
      for (const listener of listeners) listener(...told)
    },
  }
}

/** Those who are told what read models have advanced to: each change, changed rights, each advance, each new file. */
export const openListeners = () => {
  const changes = listenersOf<[AudienceChange]>()
  /** Changes that lists do not show yet, in the order of the log. */
  const unpublished: AudienceChange[] = []
  return {
    changes,
    rights: listenersOf<[string]>(),
    moves: listenersOf<[]>(),
    replaced: listenersOf<[string]>(),
    /** Tells of these changes, and of earlier ones that waited, that lists show up to a position; null: of all. */
    publish: (added: readonly AudienceChange[], shownUpTo: string | null): void => {
      unpublished.push(...added)
      const waiting = unpublished.findIndex(({ position }) => shownUpTo !== null && !hasReached(shownUpTo, position))
      for (const change of unpublished.splice(0, waiting < 0 ? unpublished.length : waiting)) changes.all(change)
    },
  }
}
