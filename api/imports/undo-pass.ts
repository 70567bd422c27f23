import type { MadeKind } from '#schemas/events/import.ts'

export type UndoneKind = MadeKind | 'files'

/** The outcome of a record, and the position of its last event, null if it has none; `gone` was deleted before. */
export type Outcome = { outcome: 'deleted' | 'reverted' | 'kept' | 'gone'; position: string | null }

export const kept: Outcome = { outcome: 'kept', position: null }
export const gone: Outcome = { outcome: 'gone', position: null }

/** The undoing of records of one kind, each a step; lists show all of it before the next pass. */
export type UndoPass = {
  kind: UndoneKind
  steps: () => Iterable<() => Promise<Outcome & { id: string; name: string }>>
}
