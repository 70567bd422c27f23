import { RuleBroken, StaleRevision } from '#api/domain/rule.ts'
import type { MadeKind } from '#schemas/events/import.ts'

export type UndoneKind = MadeKind | 'files'

/** The outcome of a record, and the position of its last event, null if it has none; `gone` was deleted before. */
export type Outcome = { outcome: 'deleted' | 'reverted' | 'kept' | 'gone'; position: string | null }

export const kept: Outcome = { outcome: 'kept', position: null }
export const gone: Outcome = { outcome: 'gone', position: null }

/** What a change comes to: a record that somebody has worked on meanwhile is kept. */
export const unlessWorked = async (
  outcome: 'deleted' | 'reverted',
  change: () => Promise<{ position: string | null }>,
): Promise<Outcome> => {
  try {
    return { outcome, position: (await change()).position }
  } catch (error) {
    if (error instanceof RuleBroken || error instanceof StaleRevision) return kept
    throw error
  }
}

/** The undoing of records of one kind, each a step; lists show all of it before the next pass. */
export type UndoPass = {
  kind: UndoneKind
  steps: () => Iterable<() => Promise<Outcome & { id: string; name: string }>>
}
