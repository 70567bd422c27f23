import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Page } from '#schemas/calls/page.ts'
import { counted } from '#schemas/text/counted.ts'
import { AddButton } from '#web/components/add-button.tsx'
import styles from '#web/components/paged-list.module.css'
import { EmptyHint, Failure, Waiting, WaitingRows } from '#web/components/query-state.tsx'
import { SearchBar } from '#web/components/search-bar.tsx'
import { atLeast } from '#web/lib/at-least.ts'
import { LongList, useIsLong } from '#web/lib/long-lists.ts'
import { isSameList, type ListQuery } from '#web/lib/queries.ts'
import type { Search } from '#web/lib/use-search.ts'

export type PagedListProps<Row> = {
  query: ListQuery<Row>
  /** The singular and plural of the listed records: `['client', 'clients']`. */
  nouns: readonly [string, string]
  /** The search box above the list, shown when there is something to search; `query` includes its text. */
  search?: Search
  /** A filter besides the search is active; an empty result then shows 'No results' (D-78). */
  filtered?: boolean
  /** The filter's control, next to the search box. */
  filter?: ReactNode
  /** The controls that change the look of the list, or save it, next to the filter; told whether there are rows. */
  tools?: (hasRows: boolean) => ReactNode
  /** The form that adds records: a panel, below the list or folded above a long one. */
  form?: ReactNode
  /** The list cannot show before other data has loaded. */
  waiting?: boolean
  /** The empty hint depends on data that has not loaded yet; loaded rows show all the same. */
  undecided?: boolean
  /** Replaces an empty list. */
  empty: ReactNode
  /**
   * Renders the loaded rows out of the total. It is not exact while they are those of the query before, nor where it is a
   * lower bound. `loadMore` loads the rows that follow, if there are any.
   */
  children: (rows: Row[], total: number, isExact: boolean, loadMore: () => void) => ReactNode
}

type Pages<Row> = UseInfiniteQueryResult<{ pages: Page<Row>[] }>

/** The end of the loaded rows: fetches the next page when it comes near the screen. */
const NextPage = <Row,>({ list }: { list: Pages<Row> }) => {
  const { data, isFetching, isFetchingNextPage } = list
  const end = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(() => void list.fetchNextPage())
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded rows move the end; observing again after each page lets a tall screen fill up
  useEffect(() => {
    // Fetching the next page would cancel a refetch of the loaded ones, and a change would not show.
    if (!end.current || isFetching) return
    // When several intersections are reported at once, the last one is current.
    const watcher = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && reach(), {
      rootMargin: '600px',
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [isFetching, data])
  return <div ref={end}>{isFetchingNextPage && <Waiting label="Loading more" />}</div>
}

type ShownProps<Row> = Pick<PagedListProps<Row>, 'nouns' | 'children'> & { list: Pages<Row>; rows: Row[] }

/** The loaded rows with the total, and the next page. */
const Shown = <Row,>({ list, rows, nouns, children }: ShownProps<Row>) => {
  const { total = rows.length, isAtLeast = false } = list.data?.pages[0] ?? {}
  // A page that is being loaded is waited for rather than begun again.
  const loadMore = () => void (list.hasNextPage && list.fetchNextPage({ cancelRefetch: false }))
  return (
    <>
      <p className={styles.count} role="status">
        {isAtLeast ? `${atLeast(total)} ${nouns[1]}` : counted(total, ...nouns)}
      </p>
      {children(rows, Math.max(total, rows.length), !list.isPlaceholderData && !isAtLeast, loadMore)}
      {list.isFetchNextPageError && <Failure error={list.error} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isFetchNextPageError && <NextPage list={list} />}
    </>
  )
}

/**
 * An infinite list: search box, the shape of what is being loaded, failure with a retry, and rows. An empty list shows its
 * hint, or 'No results' when a search or a filter is active (D-78).
 */
export const PagedList = <Row,>(props: PagedListProps<Row>) => {
  const { query, nouns, search, filtered = false, filter, waiting = false, undecided = false, empty, form } = props
  const searching = search !== undefined && search.typed.trim() !== ''
  // A list stays until it is there as it is searched, narrowed or sorted now, and with it the focus on what did that.
  const list = useInfiniteQuery({
    ...query,
    placeholderData: (held, from) => (from && isSameList(from.queryKey, query.queryKey) ? held : undefined),
  })
  const pages = list.data?.pages ?? []
  const rows = pages.flatMap((page) => page.rows)
  const isEmpty = rows.length === 0 && !list.hasNextPage && !searching && !filtered
  const isLong = useIsLong(query.queryKey, list.isPlaceholderData ? undefined : pages[0]?.total, isEmpty)

  const loading = (
    <div className={styles.loading}>
      <WaitingRows label={`Loading ${nouns[1]}`} />
    </div>
  )
  const content = () => {
    if (list.isPending || waiting) return loading
    if (list.isLoadingError) return <Failure error={list.error} onRetry={() => void list.refetch()} />
    // A page may hold none of the rows that further pages hold.
    if (rows.length > 0 || list.hasNextPage) return <Shown {...props} list={list} rows={rows} />
    if (searching || filtered) return <EmptyHint icon="search">No results</EmptyHint>
    return undecided || list.isPlaceholderData ? loading : empty
  }
  // By its key the form keeps what was typed when it moves.
  const shown = <Fragment key="list">{content()}</Fragment>
  const adding = <Fragment key="form">{form}</Fragment>
  return (
    <LongList value={isLong}>
      {search && (searching || filtered || rows.length > 0 || list.isPlaceholderData) && (
        <div className={styles.tools}>
          <SearchBar context={nouns[1]} search={search} />
          {filter}
          {props.tools?.(rows.length > 0)}
          {form && <AddButton noun={nouns[0]} />}
        </div>
      )}
      {isLong ? [adding, shown] : [shown, adding]}
    </LongList>
  )
}
