import type { ReactNode } from 'react'
import styles from '#web/components/table.module.css'

/** A column of a plain table. */
export type PlainColumn<Row> = {
  heading: string
  /** The heading is read out, and not seen. */
  unseen?: boolean
  className?: string | undefined
  /** The text that is read out for a cell that shortens it. */
  title?: (row: Row) => string
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  label?: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The index of the column whose cells name their rows. */
  naming?: number
  /** The id of the cell that names a row, for what is described by it. */
  nameId?: (row: Row) => string
  /** The actions of a row, at its end. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** The total, including rows that are not loaded. */
  total?: number
  /** Whether a row stands out. */
  marked?: (row: Row) => boolean
  /** Classes of the frame, the table and its unseen headings; without one, on a phone each row is a card. */
  look?: Readonly<Record<string, string>>
}

/** A table that is neither sorted nor arranged by its reader, and shows all its rows. */
export const PlainTable = <Row,>(props: Props<Row>) => {
  const { label, columns, rows, keyOf, naming = 0, nameId, actions, total, marked, look = styles } = props
  const acting: PlainColumn<Row>[] = actions ? [{ heading: 'Actions', unseen: true, cell: actions }] : []
  return (
    <div className={look.frame}>
      <table className={look.table} aria-label={label} aria-rowcount={total === undefined ? undefined : total + 1}>
        <thead>
          <tr>
            {[...columns, ...acting].map(({ heading, unseen }) => (
              <th key={heading} scope="col">
                {unseen ? <span className={look.unseen}>{heading}</span> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-marked={marked?.(row) || undefined}>
              {columns.map(({ heading, className, title, cell }, at) =>
                at === naming ? (
                  <th key={heading} scope="row" id={nameId?.(row)} className={className} title={title?.(row)}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={heading} data-label={heading} className={className}>
                    {cell(row)}
                  </td>
                ),
              )}
              {actions && <td className={look.actions}>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
