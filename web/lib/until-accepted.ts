import { ApiProblem } from '#web/lib/api-problem.ts'
import { whenOnline } from '#web/lib/connection.ts'

/** Why an upload waits, and until when, in milliseconds since 1970. */
export type Pause = { reason: string; until: number }

/** How an upload is told that it begins anew, after a pause if the server has asked for one. */
export type OnAgain = (pause: Pause | undefined) => void

/** Seconds between two tries at most, where the server asks for less. */
const longestBackoff = 30

/** How often a call is made at most: a lost or slow connection may stay so, while a ceiling passes by itself. */
const mostTries = ({ status, retryAfter }: ApiProblem): number => {
  if (status === 0 || status === 408) return 3
  if (status === 429) return 100
  return status === 503 && retryAfter !== undefined ? 5 : 1
}

const pauseOf = ({ status, message, retryAfter = 1 }: ApiProblem, tries: number): Pause | undefined => {
  if (status === 0 || status === 408) return undefined
  const seconds = Math.max(retryAfter, Math.min(2 ** (tries - 1), longestBackoff))
  // It is tried again without the reader's doing.
  return { reason: message.replace(/ ?Please try again[^.]*\./, ''), until: Date.now() + 1000 * seconds }
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))

/** Waits by the clock, which a machine that sleeps does not stop. */
const passed = async (until: number, signal: AbortSignal): Promise<void> => {
  while (Date.now() < until && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(until - Date.now(), 1000)))
  }
}

/**
 * Makes an idempotent call (D-78) until the server has accepted or refused it for good: after a lost connection it waits
 * until the server is reachable, and after a ceiling, or where there is no room, for as long as the server asks (D-116).
 * The signal aborts it.
 */
export const untilAccepted = async <Done>(
  act: () => Promise<Done>,
  signal: AbortSignal,
  onAgain: OnAgain = () => undefined,
): Promise<Done> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiProblem) || tries >= mostTries(error)) throw error
      const pause = pauseOf(error, tries)
      onAgain(pause)
      await Promise.race([pause ? passed(pause.until, signal) : whenOnline(), aborted(signal)])
      if (signal.aborted) throw error
      if (pause) onAgain(undefined)
    }
  }
}
