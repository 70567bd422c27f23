import { useAtom } from 'jotai'
import { type KeyboardEvent, useEffect } from 'react'
import type { SiteFile } from '#schemas/resources/files.ts'
import {
  everythingSelected,
  extended,
  nothingSelected,
  type Selection,
  selectionAtom,
  toggled,
} from '#web/features/files/selection.ts'

/**
 * The selection of a gallery: single files, a range with Shift, all loaded files with Ctrl+A, the whole list, and none
 * with Escape. A file that is taken out of the whole list leaves the other loaded ones. `listKey` identifies what the gallery shows; a change of it clears the selection.
 */
export const useSelection = (files: readonly SiteFile[], listKey: string) => {
  const [selection, setSelection] = useAtom(selectionAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected goes with the place, and with the gallery
  useEffect(() => () => setSelection(nothingSelected), [listKey, setSelection])

  const order = files.map(({ id }) => id as string)
  // Files that were deleted meanwhile are no longer selected.
  const isSelected = (id: string): boolean => selection.isWhole === true || selection.ids.has(id)
  const selected = files.filter(({ id }) => isSelected(id))
  const loaded: Selection = selection.isWhole ? { ids: new Set(order), anchor: undefined } : selection
  const selectAll = () => setSelection({ ids: new Set(order), anchor: undefined })
  const selectNone = () => setSelection(nothingSelected)
  return {
    selected,
    isWhole: selection.isWhole === true,
    isSelected,
    toggle: (id: string, range: boolean) => setSelection(range ? extended(loaded, order, id) : toggled(loaded, id)),
    selectWhole: () => setSelection(everythingSelected),
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
