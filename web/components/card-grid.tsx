import { useMediaQuery } from '@mantine/hooks'
import { Children, isValidElement, type ReactNode, useMemo, useRef } from 'react'
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

type Props = {
  label: string
  /** How many there are in all, where more will come than `children` shows. */
  total?: number
  children: ReactNode
}

/** Cards side by side, 1, 3, 3 or 4 a row; of many only those near the screen are drawn (D-30). */
export const CardGrid = ({ label, total, children }: Props) => {
  const list = useRef<HTMLUListElement>(null)
  const cards = useMemo(() => Children.toArray(children).filter(isValidElement), [children])
  const columns = useColumns()
  const { lines, leftOutAfter, measure } = useWindowed({
    list,
    count: Math.ceil(cards.length / columns),
    roughly,
    gap,
  })
  return (
    <ul ref={list} className={styles.grid} aria-label={label}>
      {lines.flatMap(({ index, leftOut }) => [
        spacer(`before ${index}`, leftOut),
        ...cards.slice(index * columns, (index + 1) * columns).map((card, place) => (
          <li
            key={card.key}
            ref={place === 0 ? measure : null}
            data-index={index}
            data-line={index}
            className={styles.cell}
            aria-setsize={total ?? cards.length}
            aria-posinset={index * columns + place + 1}
          >
            {card}
          </li>
        )),
      ])}
      {spacer('after', leftOutAfter)}
    </ul>
  )
}
