import { type ReactNode, useRef } from 'react'
import styles from '#web/components/table.module.css'
import { useVirtualList } from '#web/components/virtual-list.ts'

type Props<Row> = {
  rows: readonly Row[]
  /** The estimated height of a row in pixels. */
  rowHeight: number
  columnCount: number
  /** The cells of a row. */
  children: (row: Row, index: number) => ReactNode
}

/** The body of a table that renders only the rows near the screen, and fills the space of all others. */
export const VirtualRows = <Row extends { id: string }>({ rows, rowHeight, columnCount, children }: Props<Row>) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rows: shown, skippedAfter, measure } = useVirtualList({ list: body, count: rows.length, rowHeight })
  const spacer = (key: string, height: number) =>
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take the focus
      <tr key={key} aria-hidden="true" className={styles.spacer}>
        <td colSpan={columnCount} style={{ height }} />
      </tr>
    )
  return (
    <tbody ref={body}>
      {shown.flatMap(({ index, skipped }) => {
        const row = rows[index]
        if (!row) return []
        return [
          spacer(`before ${row.id}`, skipped),
          // The table's header is its first row.
          <tr key={row.id} ref={measure} data-index={index} data-row={index} aria-rowindex={index + 2}>
            {children(row, index)}
          </tr>,
        ]
      })}
      {spacer('after', skippedAfter)}
    </tbody>
  )
}
