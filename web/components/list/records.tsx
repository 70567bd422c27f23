import type { ReactNode } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import type { IconName } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import type { Column } from '#web/components/list/column.ts'
import { ListTools } from '#web/components/list/list-tools.tsx'
import { SavedViews } from '#web/components/list/saved-views.tsx'
import { PagedList, type PagedListProps } from '#web/components/paged-list.tsx'

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
  return (
    <PagedList
      {...list}
      nouns={[kinds[kind].one, kind]}
      filter={
        <>
          {filters}
          {viewed && <SavedViews kind={kind} columns={besides ? columns : []} />}
        </>
      }
      tools={
        <ListTools kind={kind} columns={columns} query={list.query} besides={besides}>
          {saves}
        </ListTools>
      }
      empty={<EmptyHint icon={icon ?? kinds[kind].icon}>{hint}</EmptyHint>}
    />
  )
}
