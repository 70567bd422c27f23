import { atom } from 'jotai'
import type { Progress } from '#schemas/calls/progress.ts'

/**
 * An action that can be undone. `undo` may tell how far it has come, and rejects when that is no longer possible, and the toast says why. When `undo`
 * resolves to a text, that text is announced instead of `undone`.
 */
export type UndoOffer = {
  /** 'Harbour Estates has been deleted.' */
  text: string
  undo: (tell: (progress: Progress) => void) => Promise<unknown>
  /** The announcement after the undo. */
  undone?: string
}

/** Ids of the visible offers, the newest last; the keyboard shortcut triggers that one. */
export const offersAtom = atom<readonly string[]>([])
