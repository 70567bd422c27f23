import { atom } from 'jotai'

/** The selected files, or all of the list however many are loaded, and the file at which a range starts. */
export type Selection = { ids: ReadonlySet<string>; isWhole?: boolean; anchor: string | undefined }

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }

/** The whole list. */
export const everythingSelected: Selection = { ids: new Set(), isWhole: true, anchor: undefined }

/** Toggles one file; the next range starts at it. */
export const toggled = ({ ids }: Selection, id: string): Selection => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Adds all files from the anchor to a file, in the order shown, to the selection. */
export const extended = (selection: Selection, order: readonly string[], id: string): Selection => {
  const from = selection.anchor === undefined ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggled(selection, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** The selection of the visible gallery. */
export const selectionAtom = atom<Selection>(nothingSelected)
