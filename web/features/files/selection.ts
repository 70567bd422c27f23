import { atom } from 'jotai'

/** The files that are selected, and the one that a range goes on from. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | undefined }

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined }

/** The other state for one file; the next range goes on from it. */
export const toggled = ({ ids }: Selection, id: string): Selection => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Everything from the anchor to a file, in the order shown, beside what is selected already. */
export const extended = (selection: Selection, order: readonly string[], id: string): Selection => {
  const from = selection.anchor === undefined ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggled(selection, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** What is selected in the gallery that shows. */
export const selectionAtom = atom<Selection>(nothingSelected)
