import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { type Column, rowHeight } from '#web/components/list/column.ts'
import { useShownAs } from '#web/components/list/use-shown-as.ts'
import { WaitingRows } from '#web/components/query-state.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

/** Loads the code of tables, ahead of the rows. */
export const loadTable = retryingImport(() => import('#web/components/list/records-table.tsx'))

const RecordsTable = lazy(loadTable) as unknown as typeof import('#web/components/list/records-table.tsx').default

type Props<Row> = {
  kind: ArrangedKind
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The total, including rows that are not loaded yet. */
  total: number
  /** The actions of a record, at the end of its row. */
  actions: (row: Row) => ReactNode
  /** Their width in pixels. */
  actionsWidth?: number
  /** Selects records in the table: one of them, or all that are loaded. */
  select?: { all: ReactNode; one: (row: Row) => ReactNode }
  /** The list as cards, or as its page has it. */
  children: ReactElement
}

/** A list as the person wants to see it: its cards, or a table of one line for each record. */
export const RecordsList = <Row extends { id: string; name: string }>({ kind, children, ...table }: Props<Row>) => {
  const { view, change, shownAs, isLoading } = useShownAs(kind)
  // A saved view is being opened, and says how the list looks.
  if (isLoading) return <WaitingRows label={`Loading ${kind}`} />
  if (shownAs === 'cards') return children
  // As high as the table will be, so that it pushes nothing away.
  const waiting = (
    <div style={{ minHeight: (table.rows.length + 1) * rowHeight }}>
      <WaitingRows label={`Loading ${kind}`} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <RecordsTable {...table} kind={kind} view={view} onView={change} />
    </Suspense>
  )
}
