import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useMemo, useRef } from 'react'
import styles from '#web/components/card-grid.module.css'
import { useVirtualList } from '#web/components/virtual-list.ts'

/** The gap between two rows of cards, in pixels. */
const gap = 16

/** The number of columns: 1, 3, 3 and 4 at xs, sm, md and lg (D-30). */
const useColumns = (): number => {
  const now = { getInitialValueInEffect: false }
  const middle = useMediaQuery('(min-width: 48em)', false, now)
  const wide = useMediaQuery('(min-width: 75em)', false, now)
  if (wide) return 4
  return middle ? 3 : 1
}

/** Fills the space of cards that are not rendered because they are far from the screen. */
const spacer = (key: string, height: number): ReactNode =>
  height > 0 && <li key={key} role="presentation" aria-hidden="true" className={styles.spacer} style={{ height }} />

type Props<Row> = {
  label: string
  rows: readonly Row[]
  /** The total, including rows that are not loaded yet. */
  total: number
  /** The estimated height of a card in pixels. */
  height?: number
  /** Renders the card of a row. */
  children: (row: Row) => ReactNode
}

/** Caches each rendered card until its row or the renderer changes, so that scrolling rerenders none. */
const useDrawn = <Row,>(draw: (row: Row) => ReactNode): ((row: Row) => ReactNode) =>
  useMemo(() => {
    const drawn = new Map<Row, ReactNode>()
    return (row) => {
      const card = drawn.get(row) ?? draw(row)
      drawn.set(row, card)
      return card
    }
  }, [draw])

/** A virtual grid of cards with 1, 3, 3 or 4 columns; it renders only the cards near the screen (D-30). */
export const CardGrid = <Row extends { id: string }>({ label, rows, total, height = 130, children }: Props<Row>) => {
  const list = useRef<HTMLUListElement>(null)
  const cardOf = useDrawn(children)
  const columns = useColumns()
  const {
    rows: gridRows,
    skippedAfter,
    measure,
  } = useVirtualList({
    list,
    count: Math.ceil(rows.length / columns),
    rowHeight: height,
    gap,
  })
  return (
    <ul ref={list} className={styles.grid} aria-label={label}>
      {gridRows.flatMap(({ index, skipped }) => [
        spacer(`before ${index}`, skipped),
        ...rows.slice(index * columns, (index + 1) * columns).map((row, column) => (
          <li
            key={row.id}
            ref={column === 0 ? measure : null}
            data-index={index}
            data-row={index}
            className={styles.cell}
            aria-setsize={total}
            aria-posinset={index * columns + column + 1}
          >
            {cardOf(row)}
          </li>
        )),
      ])}
      {spacer('after', skippedAfter)}
    </ul>
  )
}
