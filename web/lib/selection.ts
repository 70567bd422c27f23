import { atom } from 'jotai'

/** The selected records, or all of the list however many are loaded, and the record at which a range starts. */
export type Selection = { ids: ReadonlySet<string>; isWhole?: boolean; anchor: string | undefined }

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }

/** The whole list. */
export const everythingSelected: Selection = { ids: new Set(), isWhole: true, anchor: undefined }

/** Toggles one record; the next range starts at it. */
export const toggled = ({ ids }: Selection, id: string): Selection => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Adds all records from the anchor to one, in the order shown, to the selection. */
export const extended = (selection: Selection, order: readonly string[], id: string): Selection => {
  const from = selection.anchor === undefined ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggled(selection, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** The selection of the visible list. */
export const selectionAtom = atom<Selection>(nothingSelected)
