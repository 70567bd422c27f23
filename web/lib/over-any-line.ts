import { ApiProblem } from '#web/lib/api-problem.ts'
import { lineHolds } from '#web/lib/line.ts'

const attempts = 3

const isLost = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0

const calledOff = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))

/**
 * Makes a call that may be made again under its key (D-78). Where the line breaks it waits until that holds again and
 * tries anew, three times at most, unless it is called off.
 */
export const overAnyLine = async <Done>(
  act: () => Promise<Done>,
  signal: AbortSignal,
  onBroken?: () => void,
): Promise<Done> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (!isLost(error) || signal.aborted || attempt === attempts) throw error
      onBroken?.()
      await Promise.race([lineHolds(), calledOff(signal)])
      if (signal.aborted) throw error
    }
  }
}
