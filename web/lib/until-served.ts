import { ApiProblem } from '#web/lib/api-problem.ts'
import { noteBusy, noteNoLongerBusy } from '#web/lib/connection.ts'

/** A service that asks to be asked again within so many seconds is away for a moment only. */
const moment = 5

/** Milliseconds for which a write is sent again. */
const patience = 120_000

const momentOf = (error: unknown): number | undefined =>
  error instanceof ApiProblem && error.status === 503 && (error.retryAfter ?? Number.POSITIVE_INFINITY) <= moment
    ? error.retryAfter
    : undefined

const pause = (seconds: number, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', resolve, { once: true })
  })

/**
 * Makes a write that is executed once (D-78), and makes it again while the service is away for a moment, such as while its
 * event store has no leader; the notice of the connection says so. Gives up after two minutes, and when the signal aborts.
 */
export const untilServed = async <Done>(write: () => Promise<Done>, signal: AbortSignal): Promise<Done> => {
  const end = Date.now() + patience
  for (;;) {
    try {
      const done = await write()
      noteNoLongerBusy(true)
      return done
    } catch (error) {
      const seconds = momentOf(error)
      const isOver = seconds === undefined || signal.aborted || Date.now() >= end
      if (!isOver) {
        noteBusy()
        await pause(seconds, signal)
      }
      if (!isOver && !signal.aborted) continue
      noteNoLongerBusy(seconds === undefined)
      throw error
    }
  }
}
