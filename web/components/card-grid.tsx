import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useMemo, useRef } from 'react'
import styles from '#web/components/card-grid.module.css'
import { useWindowed } from '#web/components/windowed.ts'

/** Height of a row of cards in pixels before it is measured, and the space between two. */
const roughly = 220
const gap = 16

/** How many cards stand side by side: 1, 3, 3 and 4 at xs, sm, md and lg (D-30). */
const useColumns = (): number => {
  const now = { getInitialValueInEffect: false }
  const middle = useMediaQuery('(min-width: 48em)', false, now)
  const wide = useMediaQuery('(min-width: 75em)', false, now)
  if (wide) return 4
  return middle ? 3 : 1
}

/** Stands for cards that are not drawn because they are far from the screen. */
const spacer = (key: string, height: number): ReactNode =>
  height > 0 && <li key={key} role="presentation" aria-hidden="true" className={styles.spacer} style={{ height }} />

type Props<Row> = {
  label: string
  rows: readonly Row[]
  /** How many there are in all, where more will come than `rows`. */
  total: number
  /** Draws the card of one. */
  children: (row: Row) => ReactNode
}

/** Draws a card once for as long as nothing about it changes: who only scrolls draws none anew. */
const useDrawn = <Row,>(draw: (row: Row) => ReactNode): ((row: Row) => ReactNode) =>
  useMemo(() => {
    const drawn = new Map<Row, ReactNode>()
    return (row) => {
      const card = drawn.get(row) ?? draw(row)
      drawn.set(row, card)
      return card
    }
  }, [draw])

/** Cards side by side, 1, 3, 3 or 4 a row; of many only those near the screen are drawn (D-30). */
export const CardGrid = <Row extends { id: string }>({ label, rows, total, children }: Props<Row>) => {
  const list = useRef<HTMLUListElement>(null)
  const cardOf = useDrawn(children)
  const columns = useColumns()
  const { lines, leftOutAfter, measure } = useWindowed({
    list,
    count: Math.ceil(rows.length / columns),
    roughly,
    gap,
  })
  return (
    <ul ref={list} className={styles.grid} aria-label={label}>
      {lines.flatMap(({ index, leftOut }) => [
        spacer(`before ${index}`, leftOut),
        ...rows.slice(index * columns, (index + 1) * columns).map((row, place) => (
          <li
            key={row.id}
            ref={place === 0 ? measure : null}
            data-index={index}
            data-line={index}
            className={styles.cell}
            aria-setsize={total}
            aria-posinset={index * columns + place + 1}
          >
            {cardOf(row)}
          </li>
        )),
      ])}
      {spacer('after', leftOutAfter)}
    </ul>
  )
}
