import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Resolves as soon as no question of the page is open. */
export const whenAnswered = (queries: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queries.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queries.getQueryCache().subscribe(({ type }) => type === 'updated' && look())
    look()
  })

/** Milliseconds. A browser that draws no frames, as some do for a page that nobody looks at, is never idle. */
const longestWait = 2_000

/** Resolves once the browser has nothing else to do, or has been busy for a while. Safari has no idle callbacks. */
export const whenIdle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: longestWait })
    else setTimeout(resolve)
  })

/** Resolves once no question of the page is open and it has nothing else to do, or has been busy for a while. */
export const whenFree = async (queries: QueryClient): Promise<void> => {
  do {
    await whenAnswered(queries)
    await whenIdle()
  } while (queries.isFetching() > 0)
}

/** Whether the page is done with what it asked for, and so has time for what it can do without. */
export const useFree = (): boolean => {
  const queries = useQueryClient()
  const [isFree, setFree] = useState(false)
  useEffect(() => void whenFree(queries).then(() => setFree(true)), [queries])
  return isFree
}
