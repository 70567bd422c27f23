import type { ReactNode } from 'react'
import type { Column } from '#web/components/list/column.ts'
import { SortHeading } from '#web/components/list/sort-heading.tsx'
import { VirtualRows } from '#web/components/list/virtual-rows.tsx'
import styles from '#web/components/table.module.css'

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The total, including rows that are not loaded yet. */
  total: number
  /** What names a record, instead of its first column. */
  heading?: (row: Row) => ReactNode
  /** What can be done with a record, at the end of its row. */
  actions: (row: Row) => ReactNode
}

/** Records with all of their columns, as high as their texts are; on a phone, cards with labels. */
export const RecordLines = <Row extends { id: string }>(props: Props<Row>) => {
  const { label, columns, rows, total, heading, actions } = props
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label} aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, label: words, sorts }) =>
              sorts ? (
                <SortHeading key={name} name={name} label={words} />
              ) : (
                <th key={name} scope="col">
                  {words}
                </th>
              ),
            )}
            <th scope="col">
              <span className={styles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <VirtualRows rows={rows} rowHeight={49} columnCount={columns.length + 1}>
          {(row) => (
            <>
              {columns.map(({ name, label: words, whole, text, cell = text }, at) =>
                at === 0 ? (
                  <th key={name} scope="row">
                    {(heading ?? cell)(row)}
                  </th>
                ) : (
                  <td key={name} data-label={words} className={whole ? styles.whole : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
              <td className={styles.actions}>
                <div>{actions(row)}</div>
              </td>
            </>
          )}
        </VirtualRows>
      </table>
    </div>
  )
}
