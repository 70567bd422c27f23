import { Button } from '@mantine/core'
import { keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Page } from '#schemas/page.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Failure } from '#web/components/failure.tsx'
import styles from '#web/components/paged-list.module.css'
import { goToPanel, isPanelInUse } from '#web/components/panel.tsx'
import { SearchBar } from '#web/components/search-bar.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import { messageOf } from '#web/lib/api-problem.ts'
import { counted } from '#web/lib/counted.ts'
import type { ListQuery } from '#web/lib/queries.ts'
import type { Search } from '#web/lib/use-search.ts'

type Props<Row> = {
  query: ListQuery<Row>
  /** One and many of what is listed: `['client', 'clients']`. */
  nouns: readonly [string, string]
  /** A search box above the list, shown where there is something to search; `query` asks for what it says. */
  search?: Search
  /** Something beside the search narrows the list; where nothing is left, 'No results' shows (D-78). */
  filtered?: boolean
  /** What narrows it, beside the search box. */
  filter?: ReactNode
  /** Below the list stands a form that adds one. */
  addable?: boolean
  /** Something else must be known before the list can be shown. */
  waiting?: boolean
  /** What an empty list would say is not known yet; rows that have come show all the same. */
  undecided?: boolean
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** Draws the rows that have come, out of so many in all. */
  children: (rows: Row[], total: number) => ReactNode
}

type Pages<Row> = UseInfiniteQueryResult<{ pages: Page<Row>[] }>

/** A line at the end of a list that asks for the next page when it comes near the screen. */
const Onward = <Row,>({ list }: { list: Pages<Row> }) => {
  const { data, isFetching, isFetchingNextPage } = list
  const line = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(() => void list.fetchNextPage())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come moves the line; looking again after each lets a tall screen fill up
  useEffect(() => {
    // Asking for more while what is there is asked again would call that off, and a change would not show.
    if (!line.current || isFetching) return
    // Of several moves that are told at once the last one counts.
    const watcher = new IntersectionObserver((moves) => moves.at(-1)?.isIntersecting && !isPanelInUse() && reach(), {
      rootMargin: '600px',
    })
    watcher.observe(line.current)
    return () => watcher.disconnect()
  }, [isFetching, data])
  return <div ref={line}>{isFetchingNextPage && <Waiting label="Loading more" />}</div>
}

type ShownProps<Row> = Pick<Props<Row>, 'nouns' | 'addable' | 'children'> & { list: Pages<Row>; rows: Row[] }

/** The rows that have come, how many there are in all, and the way to more. */
const Shown = <Row,>({ list, rows, nouns, addable, children }: ShownProps<Row>) => {
  const total = list.data?.pages[0]?.total ?? rows.length
  return (
    <>
      <div className={styles.head}>
        <p className={styles.count} role="status">
          {counted(total, ...nouns)}
        </p>
        {addable && list.hasNextPage && (
          <Button variant="subtle" size="xs" onClick={goToPanel}>
            {`Add a ${nouns[0]}`}
          </Button>
        )}
      </div>
      {children(rows, total)}
      {list.isFetchNextPageError && (
        <Failure message={messageOf(list.error)} onRetry={() => void list.fetchNextPage()} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && <Onward list={list} />}
    </>
  )
}

/**
 * A list that loads as it is scrolled: search box, spinner, failure with another try, rows, and where there are none
 * its hint, or 'No results' where a search or a filter is on (STATE-01, STATE-02, D-78).
 */
export const PagedList = <Row,>(props: Props<Row>) => {
  const { query, nouns, search, filtered = false, filter, waiting = false, undecided = false, empty } = props
  const searching = search !== undefined && search.typed.trim() !== ''
  // What was found before stands until the next answer has come.
  const list = useInfiniteQuery({ ...query, ...(searching || filtered ? { placeholderData: keepPreviousData } : {}) })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []

  const loading = <Waiting label={`Loading ${nouns[1]}`} />
  const content = () => {
    if (list.isPending || waiting) return loading
    if (list.isLoadingError) return <Failure message={messageOf(list.error)} onRetry={() => void list.refetch()} />
    if (rows.length > 0) return <Shown {...props} list={list} rows={rows} />
    if (searching || filtered) return <EmptyHint icon="search">No results</EmptyHint>
    return undecided ? loading : empty
  }
  return (
    <>
      {search && (searching || filtered || rows.length > 0) && (
        <div className={styles.tools}>
          <SearchBar context={nouns[1]} search={search} />
          {filter}
        </div>
      )}
      {content()}
    </>
  )
}
