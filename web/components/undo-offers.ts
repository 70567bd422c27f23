import { atom } from 'jotai'

/**
 * What was just done and can be taken back. `undo` rejects where it cannot be any more; the toast then says why. A text
 * that it answers is said instead of `undone`.
 */
export type UndoOffer = {
  /** 'Harbour Estates has been deleted.' */
  text: string
  undo: () => Promise<unknown>
  /** Said once it is taken back. */
  undone?: string
}

/** Ids of the offers that show, the newest last; the keyboard shortcut takes that one. */
export const offersAtom = atom<readonly string[]>([])
