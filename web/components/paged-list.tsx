import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Failure } from '#web/components/failure.tsx'
import styles from '#web/components/paged-list.module.css'
import { goToPanel, isPanelInUse } from '#web/components/panel.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import { messageOf } from '#web/lib/api-problem.ts'
import { counted } from '#web/lib/counted.ts'
import type { ListQuery } from '#web/lib/queries.ts'

type Props<Row> = {
  query: ListQuery<Row>
  /** One and many of what is listed: `['client', 'clients']`. */
  nouns: readonly [string, string]
  /** Below the list stands a form that adds one. */
  addable?: boolean
  /** Something else must be known before the list can be shown. */
  waiting?: boolean
  /** Shown instead of an empty list. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A line at the end of a list that calls `onReach` when it comes near the screen. */
const Onward = ({ onReach, busy }: { onReach: () => void; busy: boolean }) => {
  const line = useRef<HTMLDivElement>(null)
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    // A page that has come moves the line; looking again after each lets a tall screen fill up.
    if (!line.current || busy) return
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && !isPanelInUse() && reach(), {
      rootMargin: '600px',
    })
    watcher.observe(line.current)
    return () => watcher.disconnect()
  }, [busy])
  return <div ref={line}>{busy && <Waiting label="Loading more" />}</div>
}

/** A list that loads as it is scrolled: spinner, failure with another try, hint when empty, rows (STATE-01, STATE-02). */
export const PagedList = <Row,>({ query, nouns, addable = false, waiting = false, empty, children }: Props<Row>) => {
  const list = useInfiniteQuery(query)
  if (list.isPending || waiting) return <Waiting label={`Loading ${nouns[1]}`} />
  if (list.isLoadingError) return <Failure message={messageOf(list.error)} onRetry={() => void list.refetch()} />

  const rows = list.data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return empty
  const total = list.data.pages[0]?.total ?? rows.length
  return (
    <>
      <div className={styles.head}>
        <p className={styles.count}>{counted(total, ...nouns)}</p>
        {addable && list.hasNextPage && (
          <Button variant="subtle" size="xs" onClick={goToPanel}>
            {`Add a ${nouns[0]}`}
          </Button>
        )}
      </div>
      {children(rows)}
      {list.isFetchNextPageError && (
        <Failure message={messageOf(list.error)} onRetry={() => void list.fetchNextPage()} />
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <Onward onReach={() => void list.fetchNextPage()} busy={list.isFetchingNextPage} />
      )}
    </>
  )
}
