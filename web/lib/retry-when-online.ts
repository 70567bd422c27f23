import { ApiProblem } from '#web/lib/api-problem.ts'
import { whenOnline } from '#web/lib/connection.ts'

const attempts = 3

const isLost = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))

/**
 * Makes an idempotent call (D-78). After a lost connection it waits until the server is reachable and tries again,
 * three times at most, unless the signal aborts it.
 */
export const retryWhenOnline = async <Done>(
  act: () => Promise<Done>,
  signal: AbortSignal,
  onLost?: () => void,
): Promise<Done> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (!isLost(error) || signal.aborted || attempt === attempts) throw error
      onLost?.()
      await Promise.race([whenOnline(), aborted(signal)])
      if (signal.aborted) throw error
    }
  }
}
