import type { QueryClient } from '@tanstack/react-query'

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
