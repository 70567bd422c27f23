import type { ReactNode } from 'react'
import styles from '#web/components/table.module.css'

/** Fills the space of table rows that are not rendered because they are far from the screen. `height` is in pixels. */
export const rowSpacer = (key: string, height: number, columns = 6): ReactNode =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take the focus
    <tr key={key} aria-hidden="true" className={styles.spacer}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
