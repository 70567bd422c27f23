import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { kinds } from '#web/components/kinds.ts'
import { type Column, cellOf, isNumeric, rowHeight, textOf } from '#web/components/list/column.ts'
import styles from '#web/components/list/records-table.module.css'
import resizeHandle from '#web/components/list/resize-handle.module.css'
import { SortHeading } from '#web/components/list/sort-heading.tsx'
import { bounded, gridOf, narrowest, tableColumns, widest } from '#web/components/list/table-columns.ts'
import { TableFrame } from '#web/components/list/table-frame.tsx'
import table from '#web/components/table.module.css'
import { useListAddress } from '#web/lib/list-address.ts'
import type { ListView } from '#web/lib/list-view.ts'

/** A step of the arrow keys, in pixels. */
const step = 16

type ResizeHandleProps = { label: string; width: number; onWidth: (width: number) => void }

/** Draws a column wider or narrower, by the pointer or by the arrow keys. */
const ResizeHandle = ({ label, width, onWidth }: ResizeHandleProps) => {
  const onPointerDown = ({ currentTarget, pointerId, clientX: start }: PointerEvent<HTMLElement>) => {
    currentTarget.setPointerCapture(pointerId)
    const leftwards = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
    const move = ({ clientX }: globalThis.PointerEvent) => onWidth(bounded(width + (clientX - start) * leftwards))
    const end = () => {
      currentTarget.removeEventListener('pointermove', move)
      currentTarget.removeEventListener('lostpointercapture', end)
    }
    currentTarget.addEventListener('pointermove', move)
    currentTarget.addEventListener('lostpointercapture', end)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onWidth(bounded(width + by))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves, as ARIA describes it; <hr> cannot stand in a heading
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      className={resizeHandle.handle}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}

type Props<Row> = {
  kind: ArrangedKind
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The total, including rows that are not loaded yet. */
  total: number
  view: ListView
  onView: (changes: Partial<ListView>) => void
  /** The actions of a record, at the end of its row. */
  actions: (row: Row) => ReactNode
  /** Their width in pixels. */
  actionsWidth?: number
  /** Selects records, at the start of their rows: one of them, or in the heading all that are loaded. */
  select?: { all: ReactNode; one: (row: Row) => ReactNode }
}

/** Width of the column that selects records, in pixels. */
const selectWidth = 44

/**
 * Records one in a line of 40 pixels, with the columns that their reader chose, as wide as they drew them. The heading, the
 * name and the column that the list is sorted or narrowed by stay in sight.
 */
const RecordsTable = <Row extends { id: string; name: string }>(props: Props<Row>) => {
  const { kind, rows, total, view, onView, actions, actionsWidth = 52, select } = props
  const { address } = useListAddress()
  const sides = { before: select ? selectWidth : 0, after: actionsWidth }
  const columns = tableColumns(props.columns, view, address, sides)
  const pinned = ({ pinned: edges }: (typeof columns)[number]) => (edges ? { 'data-pinned': true, style: edges } : {})
  return (
    <TableFrame
      aria-label={kinds[kind].title}
      className={styles.table ?? ''}
      rows={rows}
      total={total}
      rowHeight={rowHeight}
      columns={`${select ? `${selectWidth}px ` : ''}${gridOf(columns, view)} minmax(${actionsWidth}px, auto)`}
      columnCount={columns.length + (select ? 2 : 1)}
      least={columns.reduce((sum, { least }) => sum + least, sides.before + sides.after)}
      head={
        <>
          {select && (
            <th scope="col" className={styles.select}>
              {select.all}
            </th>
          )}
          {columns.map((column) => (
            <SortHeading
              key={column.name}
              kind={kind}
              name={column.name}
              label={column.label}
              className={isNumeric(column) ? styles.number : undefined}
              {...pinned(column)}
            >
              <ResizeHandle
                label={column.label}
                width={column.least}
                onWidth={(width) => onView({ widths: { ...view.widths, [column.name]: width } })}
              />
            </SortHeading>
          ))}
          <th scope="col" className={styles.actions}>
            <span className={table.unseen}>Actions</span>
          </th>
        </>
      }
    >
      {(row) => (
        <>
          {select && <td className={styles.select}>{select.one(row)}</td>}
          {columns.map((column, at) => {
            const Cell = at === 0 ? 'th' : 'td'
            return (
              <Cell
                key={column.name}
                {...(at === 0 ? { scope: 'row' } : {})}
                className={isNumeric(column) ? styles.number : undefined}
                title={String(textOf(column, row))}
                dir={isNumeric(column) ? undefined : 'auto'}
                {...pinned(column)}
              >
                {cellOf(column, row)}
              </Cell>
            )
          })}
          <td className={styles.actions}>{actions(row)}</td>
        </>
      )}
    </TableFrame>
  )
}

export default RecordsTable
