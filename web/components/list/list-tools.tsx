import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { type Column, shownColumns, textOf } from '#web/components/list/column.ts'
import styles from '#web/components/list/list-tools.module.css'
import { useShownAs } from '#web/components/list/use-shown-as.ts'
import { SaveButton } from '#web/components/save-button.tsx'
import { todayHere } from '#web/lib/dates.ts'
import { everyRow, type ListQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { saveCsv } from '#web/lib/save-csv.ts'

const ColumnChoice = lazy(retryingImport(() => import('#web/components/list/column-choice.tsx')))

const looks = { Cards: 'grid', List: 'list' } as const

type Props<Row> = {
  kind: ArrangedKind
  columns: readonly Column<Row>[]
  /** The list as it is searched, narrowed and sorted. */
  query: ListQuery<Row>
  /** How the list looks besides as a table; null if it always looks the same. */
  besides?: keyof typeof looks | null
  /** Other ways to save the list. */
  children?: ReactNode
}

/** Cards or a table, the table's columns, and a CSV file of all rows with the chosen columns in the order shown. */
export const ListTools = <Row,>({ kind, columns, query, besides = 'Cards', children }: Props<Row>) => {
  const { view, change, shownAs, isWide } = useShownAs(kind)
  const queries = useQueryClient()
  const save = async () => {
    const chosen = besides ? shownColumns(columns, view) : columns
    const rows = await everyRow(queries, query)
    const saved = rows.map((row) => Object.fromEntries(chosen.map((column) => [column.label, textOf(column, row)])))
    await saveCsv(`${kind}-${todayHere()}.csv`, saved)
  }
  const look = (as: 'cards' | 'table', label: string, icon: IconName) => (
    <ActionIcon
      variant={shownAs === as ? 'light' : 'default'}
      size={36}
      aria-label={label}
      aria-pressed={shownAs === as}
      onClick={() => change({ as })}
    >
      <Icon name={icon} size={18} />
    </ActionIcon>
  )
  return (
    <div className={styles.tools}>
      {besides && isWide && (
        <ActionIcon.Group aria-label="View" role="group">
          {look('cards', besides, looks[besides])}
          {look('table', 'Table', 'rows')}
        </ActionIcon.Group>
      )}
      {besides && shownAs === 'table' && (
        <Suspense>
          <ColumnChoice
            columns={columns.slice(1)}
            shown={shownColumns(columns, view).map(({ name }) => name)}
            onHidden={(hidden) => change({ hidden, only: null })}
          />
        </Suspense>
      )}
      <SaveButton save={save} aria-label="Download as CSV">
        CSV
      </SaveButton>
      {children}
    </div>
  )
}
