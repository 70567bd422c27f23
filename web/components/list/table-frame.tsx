import type { ComponentPropsWithoutRef, CSSProperties, ReactNode, UIEvent } from 'react'
import styles from '#web/components/list/table-frame.module.css'
import { VirtualRows } from '#web/components/list/virtual-rows.tsx'
import table from '#web/components/table.module.css'

/** The heading and the rows scroll sideways together; each by itself, so that the heading can stay on the screen. */
const scrollTogether = ({ currentTarget, target }: UIEvent<HTMLTableElement>) => {
  const { scrollLeft } = target as HTMLElement
  for (const part of currentTarget.children) if (part.scrollLeft !== scrollLeft) part.scrollLeft = scrollLeft
}

type Props<Row> = Omit<ComponentPropsWithoutRef<'table'>, 'children' | 'rows'> & {
  rows: readonly Row[]
  /** The total, including rows that are not loaded yet. */
  total: number
  /** Height of a row in pixels. */
  rowHeight: number
  /** The columns as those of a grid, their number, and how wide all of them are at least, in pixels. */
  columns: string
  columnCount: number
  least: number
  /** The headings. */
  head: ReactNode
  /** The cells of a row. */
  children: (row: Row, index: number) => ReactNode
}

/**
 * A table of rows of one height, of which those near the screen are drawn. Its heading, and cells with `data-pinned`, stay
 * in sight while the rest scrolls.
 */
export const TableFrame = <Row extends { id: string }>(props: Props<Row>) => {
  const { rows, total, rowHeight, columns, columnCount, least, head, className = '', children, ...attributes } = props
  const layout = { '--columns': columns, '--least': `${least}px`, '--row': `${rowHeight}px` }
  return (
    <div className={`${table.frame} ${styles.frame}`}>
      <table
        {...attributes}
        className={`${table.table} ${styles.table} ${className}`}
        style={layout as CSSProperties}
        aria-rowcount={total + 1}
        onScrollCapture={scrollTogether}
      >
        <thead>
          <tr aria-rowindex={1}>{head}</tr>
        </thead>
        <VirtualRows rows={rows} rowHeight={rowHeight} columnCount={columnCount}>
          {children}
        </VirtualRows>
      </table>
    </div>
  )
}
