import { useAtom } from 'jotai'
import { type KeyboardEvent, useEffect } from 'react'
import type { SiteFile } from '#schemas/resources/files.ts'
import { extended, nothingSelected, selectionAtom, toggled } from '#web/features/files/selection.ts'

/**
 * The selection of a gallery: single files, a range with Shift, all loaded files with Ctrl+A, and none with Escape.
 * `listKey` identifies what the gallery shows; a change of it clears the selection.
 */
export const useSelection = (files: readonly SiteFile[], listKey: string) => {
  const [selection, setSelection] = useAtom(selectionAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected goes with the place, and with the gallery
  useEffect(() => () => setSelection(nothingSelected), [listKey, setSelection])

  const order = files.map(({ id }) => id as string)
  // Files that were deleted meanwhile are no longer selected.
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
