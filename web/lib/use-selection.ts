import { useAtom } from 'jotai'
import { type KeyboardEvent, useEffect } from 'react'
import type { Chosen } from '#web/lib/chosen.ts'
import {
  everythingSelected,
  extended,
  nothingSelected,
  type Selection,
  selectionAtom,
  toggled,
} from '#web/lib/selection.ts'

/**
 * The selection of a list: single records, a range with Shift, all loaded ones with Ctrl+A, the whole list, and none with
 * Escape. A record that is taken out of the whole list leaves the other loaded ones. `listKey` identifies what the list
 * shows; a change of it clears the selection.
 */
export const useSelection = <Row extends { id: string }>(rows: readonly Row[], listKey: string) => {
  const [selection, setSelection] = useAtom(selectionAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected goes with the place, and with the list
  useEffect(() => () => setSelection(nothingSelected), [listKey, setSelection])

  const order = rows.map(({ id }) => id)
  // Records that were deleted meanwhile are no longer selected.
  const isSelected = (id: string): boolean => selection.isWhole === true || selection.ids.has(id)
  const selected = rows.filter(({ id }) => isSelected(id))
  const loaded: Selection = selection.isWhole ? { ids: new Set(order), anchor: undefined } : selection
  const selectAll = () => setSelection({ ids: new Set(order), anchor: undefined })
  const selectNone = () => setSelection(nothingSelected)
  const isEvery = rows.length > 0 && selected.length === rows.length
  return {
    selected,
    /** Whether all loaded records are selected, or some; `onSelect` selects them, or none. */
    shown: { selected: isEvery, some: selected.length > 0, onSelect: isEvery ? selectNone : selectAll },
    isWhole: selection.isWhole === true,
    /** What is chosen of a list of `total` records; of the whole list by its filter, where that is known. */
    chosenOf: <Filter>(total: number, filter: Filter | undefined): Chosen<Row, Filter> =>
      selection.isWhole && filter ? { rows, count: total, filter } : { rows: selected, count: selected.length },
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
