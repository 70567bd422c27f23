import type { QueryClient } from '@tanstack/react-query'
import { whenAnswered } from '#web/lib/when-answered.ts'

/** Whether the user's browser asks for few data. */
const isSaving = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Milliseconds. A browser that draws no frames, as some do for a page that nobody looks at, is never idle. */
const longestWait = 2_000

/** Safari has no idle callbacks. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: longestWait })
    else setTimeout(resolve)
  })

/**
 * Loads code ahead, one part after the other, once the page's questions are answered and it has nothing else to do,
 * or has been busy for a while. Does nothing where data are saved. A part that does not arrive is asked for again by
 * whoever needs it.
 */
export const loadWhenIdle = async (
  queries: QueryClient,
  loads: readonly (() => Promise<unknown>)[],
  signal: AbortSignal,
): Promise<void> => {
  if (isSaving()) return
  await whenAnswered(queries)
  for (const load of loads) {
    await idle()
    if (signal.aborted) return
    await load().catch(() => undefined)
  }
}
