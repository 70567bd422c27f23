import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { kinds } from '#web/components/kinds.ts'
import { type Column, cellOf, rowHeight, shownColumns, textOf } from '#web/components/list/column.ts'
import styles from '#web/components/list/records-table.module.css'
import resizeHandle from '#web/components/list/resize-handle.module.css'
import { SortHeading } from '#web/components/list/sort-heading.tsx'
import { VirtualRows } from '#web/components/list/virtual-rows.tsx'
import table from '#web/components/table.module.css'
import type { ListView } from '#web/lib/list-view.ts'

/** The narrowest and widest column, and a step of the arrow keys, in pixels. */
const narrowest = 64
const widest = 640
const step = 16

const bounded = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** How wide a column is: as it was drawn, or else as it is at first. */
const widthOf = ({ name, width = 150 }: { name: string; width?: number }, { widths }: Pick<ListView, 'widths'>) =>
  bounded(widths[name] ?? width)

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

/** Records one in a line of 40 pixels, with the columns that their reader chose, as wide as they drew them. */
const RecordsTable = <Row extends { id: string; name: string }>(props: Props<Row>) => {
  const { kind, rows, total, view, onView, actions, actionsWidth = 52, select } = props
  const columns = shownColumns(props.columns, view)
  const otherWidths = actionsWidth + (select ? selectWidth : 0)
  return (
    <div className={`${table.frame} ${styles.frame}`}>
      <table
        className={`${table.table} ${styles.table}`}
        style={{ width: columns.reduce((sum, column) => sum + widthOf(column, view), otherWidths) }}
        aria-label={kinds[kind].title}
        aria-rowcount={total + 1}
      >
        <colgroup>
          {select && <col style={{ width: selectWidth }} />}
          {columns.map((column) => (
            <col key={column.name} style={{ width: widthOf(column, view) }} />
          ))}
          <col style={{ width: actionsWidth }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
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
                className={column.number ? styles.number : undefined}
              >
                <ResizeHandle
                  label={column.label}
                  width={widthOf(column, view)}
                  onWidth={(width) => onView({ widths: { ...view.widths, [column.name]: width } })}
                />
              </SortHeading>
            ))}
            <th scope="col" className={styles.actions}>
              <span className={table.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <VirtualRows rows={rows} rowHeight={rowHeight} columnCount={columns.length + (select ? 2 : 1)}>
          {(row) => (
            <>
              {select && <td className={styles.select}>{select.one(row)}</td>}
              {columns.map((column, at) => {
                const Cell = at === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column.name}
                    {...(at === 0 ? { scope: 'row' } : {})}
                    className={column.number ? styles.number : undefined}
                    title={String(textOf(column, row))}
                    dir={column.number ? undefined : 'auto'}
                  >
                    {cellOf(column, row)}
                  </Cell>
                )
              })}
              <td className={styles.actions}>{actions(row)}</td>
            </>
          )}
        </VirtualRows>
      </table>
    </div>
  )
}

export default RecordsTable
