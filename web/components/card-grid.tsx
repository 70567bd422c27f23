import { Children, type ReactNode } from 'react'
import styles from '#web/components/card-grid.module.css'

/** Cards side by side: 1, 3, 3 and 4 a row at xs, sm, md and lg (D-30). */
export const CardGrid = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.grid} aria-label={label}>
    {Children.map(children, (card) => (
      <li className={styles.cell}>{card}</li>
    ))}
  </ul>
)
