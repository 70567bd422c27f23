import { setTimeout as wait } from 'node:timers/promises'

/** Timeout of a service's answer, in milliseconds. */
export const timeout = 3000

/** Whether a call succeeds; the connection is closed in either case. */
export const succeeds = async (call: Promise<unknown>, close: () => unknown): Promise<boolean> => {
  try {
    await call
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}

/** The answer of a call, or its error; also an error if nothing comes in time. */
export const within = <Answer>(call: Promise<Answer>): Promise<Answer | Error> => {
  const late = wait(timeout, new Error(`nothing came within ${timeout / 1000} seconds`), { ref: false })
  return Promise.race([call.catch((error: Error) => error), late])
}
