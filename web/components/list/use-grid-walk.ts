import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** Where a cell of a grid is; the row of the headings is -1. */
type Place = { row: number; column: number }

const headings = -1

/** What takes the focus in a cell of a grid; it has `data-cell`, the number of its column. */
const stopOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-cell]')

const placeOf = (stop: HTMLElement): Place => ({
  row: Number(stop.closest<HTMLElement>('[data-row]')?.dataset.row ?? headings),
  column: Number(stop.dataset.cell),
})

const stopAt = (grid: Element, { row, column }: Place) => {
  const within = row === headings ? 'thead' : `[data-row="${row}"]`
  return grid.querySelector<HTMLElement>(`${within} [data-cell="${column}"]`)
}

/** The place that a key leads to; undefined for one that leads nowhere. */
const nextPlace = (key: string, { row, column }: Place, last: number, isLeftward: boolean): Place | undefined => {
  const forward = isLeftward ? -1 : 1
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: column - forward }
    case 'ArrowRight':
      return { row, column: column + forward }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: last }
    default:
      return undefined
  }
}

/**
 * A grid that Tab enters at one cell, and whose cells are walked by the arrow keys, Home and End: the properties of its
 * table, and the `tabIndex` of what takes the focus in a cell.
 */
export const useGridWalk = (last: number) => {
  const [at, setAt] = useState<Place>({ row: headings, column: 1 })
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { currentTarget: grid, target, key, altKey, ctrlKey, metaKey } = event
    const stop = stopOf(target)
    if (!stop || altKey || ctrlKey || metaKey) return
    const next = nextPlace(key, placeOf(stop), last, getComputedStyle(grid).direction === 'rtl')
    if (!next) return
    event.preventDefault()
    const found = stopAt(grid, next)
    if (found) found.focus()
    // The row that has the focus is drawn wherever the page is scrolled to, and the others beside it are not.
    else stop.scrollIntoView({ block: 'nearest' })
  }
  const onFocus = ({ target }: FocusEvent<HTMLTableElement>) => {
    const stop = stopOf(target)
    if (stop) setAt(placeOf(stop))
  }
  return {
    grid: { role: 'grid', 'aria-colcount': last + 1, onKeyDown, onFocus } as const,
    /** The column of a row that Tab enters; undefined in all other rows. */
    columnIn: (row: number): number | undefined => (row === at.row ? at.column : undefined),
  }
}
