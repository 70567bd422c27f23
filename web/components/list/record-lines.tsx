import type { ReactNode } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { kinds } from '#web/components/kinds.ts'
import { type Column, cellOf } from '#web/components/list/column.ts'
import { SortHeading } from '#web/components/list/sort-heading.tsx'
import { VirtualRows } from '#web/components/list/virtual-rows.tsx'
import styles from '#web/components/table.module.css'

type Props<Row> = {
  kind: ArrangedKind
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The total, including rows that are not loaded yet. */
  total: number
  /** The name of a record, instead of its first column. */
  heading?: (row: Row) => ReactNode
  /** The actions of a record, at the end of its row. */
  actions: (row: Row) => ReactNode
}

/** Records with all of their columns, as high as their texts are; on a phone, cards with labels. */
export const RecordLines = <Row extends { id: string }>(props: Props<Row>) => {
  const { kind, columns, rows, total, heading, actions } = props
  return (
    <div className={`${styles.frame} ${styles.listed}`}>
      <table className={styles.table} aria-label={kinds[kind].title} aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <SortHeading key={column.name} kind={kind} name={column.name} label={column.label} />
            ))}
            <th scope="col">
              <span className={styles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <VirtualRows rows={rows} rowHeight={49} columnCount={columns.length + 1}>
          {(row) => (
            <>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.name} scope="row">
                    {heading ? heading(row) : cellOf(column, row)}
                  </th>
                ) : (
                  <td key={column.name} data-label={column.label} className={column.kind ? styles.whole : undefined}>
                    {cellOf(column, row)}
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
