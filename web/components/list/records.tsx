import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { AsOfButton } from '#web/components/as-of-button.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { type Column, shownColumns, textOf } from '#web/components/list/column.ts'
import { MoreTools } from '#web/components/list/more-tools.tsx'
import { OpenedView, SavedViews } from '#web/components/list/saved-views.tsx'
import { usePrinted } from '#web/components/list/use-printed.tsx'
import { useShownAs } from '#web/components/list/use-shown-as.ts'
import { PagedList, type PagedListProps } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { SaveButton } from '#web/components/save-button.tsx'
import { fileNameOf, shownMoment } from '#web/lib/moment.ts'
import { everyRow, type ListQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useFree } from '#web/lib/when-answered.ts'

const ColumnChoice = lazy(retryingImport(() => import('#web/components/list/column-choice.tsx')))

const loadSaving = retryingImport(() => import('#web/lib/save-csv.ts'))
const loadSheets = retryingImport(() => import('#web/components/list/save-sheet.ts'))

const looks = { Cards: 'grid', List: 'list' } as const

type ListToolsProps<Row> = {
  kind: ArrangedKind
  columns: readonly Column<Row>[]
  /** The list as it is searched, narrowed and sorted. */
  query: ListQuery<Row>
  /** How the list looks besides as a table; null if it always looks the same. */
  besides?: keyof typeof looks | null
  /** The saved views of the list. */
  views?: ReactNode
  /** Other ways to save the list. */
  children?: ReactNode
}

/**
 * Cards or a table, the table's columns, and a CSV or XLSX file or paper with all rows, also those that are not loaded yet,
 * with the chosen columns in the order shown.
 */
export const ListTools = <Row,>({ kind, columns, query, besides = 'Cards', views, children }: ListToolsProps<Row>) => {
  const { view, change, shownAs, isWide } = useShownAs(kind)
  const queries = useQueryClient()
  // Nobody chooses columns before they see some.
  const isFree = useFree()
  const chosen = besides ? shownColumns(columns, view) : columns
  const { one, title } = kinds[kind]
  const { button: print, paper } = usePrinted({ label: title, nouns: [one, kind], columns: chosen, query })
  const save = async () => {
    const rows = await everyRow(queries, query)
    const saved = rows.map((row) => Object.fromEntries(chosen.map((column) => [column.label, textOf(column, row)])))
    const { saveCsv } = await loadSaving()
    await saveCsv(fileNameOf(kind, 'csv'), saved)
  }
  const saveAsSheet = async () => {
    const rows = await everyRow(queries, query)
    const { saveSheet } = await loadSheets()
    await saveSheet(fileNameOf(kind, 'xlsx'), title, chosen, rows)
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
    <>
      {isWide && views}
      {besides && isWide && (
        <ActionIcon.Group aria-label="View" role="group">
          {look('cards', besides, looks[besides])}
          {look('table', 'Table', 'rows')}
        </ActionIcon.Group>
      )}
      {besides && shownAs === 'table' && isFree && (
        <Suspense>
          <ColumnChoice
            columns={columns.slice(1)}
            shown={shownColumns(columns, view).map(({ name }) => name)}
            onHidden={(hidden) => change({ hidden, only: null })}
          />
        </Suspense>
      )}
      <MoreTools from={children ? 112 : 90}>
        {!isWide && views}
        <SaveButton save={save} aria-label="Download as CSV">
          CSV
        </SaveButton>
        <SaveButton save={saveAsSheet} aria-label="Download as Excel">
          Excel
        </SaveButton>
        {print}
        {children}
      </MoreTools>
      {paper}
    </>
  )
}

type Props<Row> = Omit<PagedListProps<Row>, 'nouns' | 'filter' | 'tools' | 'empty'> & {
  kind: ArrangedKind
  columns: readonly Column<Row>[]
  /** Filters, beside the search box. */
  filters?: ReactNode
  /** Whether views of the list can be saved: of the list of the whole team. */
  viewed: boolean
  /** How the list looks besides as a table; null if it always looks the same. */
  besides?: 'Cards' | 'List' | null
  /** Other ways to save the list than as CSV. */
  saves?: ReactNode
  /** The text of an empty list, below its icon. */
  hint: string
  icon?: IconName
}

/** The list of records of a kind, with what searches, narrows, arranges and saves it. */
export const Records = <Row,>(props: Props<Row>) => {
  const { kind, columns, filters, viewed, besides = 'Cards', saves, hint, icon, ...list } = props
  const viewedList = { kind, columns: besides ? columns : [] }
  const views = viewed && shownMoment() === null && <SavedViews {...viewedList} />
  return (
    <PagedList
      {...list}
      nouns={[kinds[kind].one, kind]}
      filter={
        <>
          <AsOfButton />
          {filters}
          {viewed && <OpenedView {...viewedList} />}
        </>
      }
      tools={(hasRows) =>
        hasRows ? (
          <ListTools kind={kind} columns={columns} query={list.query} besides={besides} views={views}>
            {saves}
          </ListTools>
        ) : (
          views
        )
      }
      empty={<EmptyHint icon={icon ?? kinds[kind].icon}>{hint}</EmptyHint>}
    />
  )
}
