import { useAtom } from 'jotai'
import { type KeyboardEvent, useEffect } from 'react'
import type { SiteFile } from '#schemas/resources/files.ts'
import { extended, nothingSelected, selectionAtom, toggled } from '#web/features/files/selection.ts'

/**
 * Selects files of a gallery: one by one, with Shift a range, with Ctrl+A all that have come, and with Escape none.
 * `place` is what the gallery shows; another place begins with nothing selected.
 */
export const useSelection = (files: readonly SiteFile[], place: string) => {
  const [selection, setSelection] = useAtom(selectionAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected goes with the place, and with the gallery
  useEffect(() => () => setSelection(nothingSelected), [place, setSelection])

  const order = files.map(({ id }) => id as string)
  // What was deleted meanwhile is selected no more.
  const selected = files.filter(({ id }) => selection.ids.has(id))
  const selectAll = () => setSelection({ ids: new Set(order), anchor: undefined })
  const selectNone = () => setSelection(nothingSelected)
  return {
    selected,
    isSelected: (id: string) => selection.ids.has(id),
    toggle: (id: string, range: boolean) =>
      setSelection(range ? extended(selection, order, id) : toggled(selection, id)),
    selectAll,
    selectNone,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && selected.length > 0) selectNone()
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        selectAll()
      }
    },
  }
}
