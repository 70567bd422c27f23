import { exitCodes, Failure } from './failure.ts'

/** Runs long work that Ctrl-C cancels: the first one aborts the signal, a second one ends the process at once. */
export const untilInterrupted = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', interrupt)
  }
}

/** What fetch throws where an answer breaks off. */
const isBrokenOff = (error: unknown): boolean => error instanceof TypeError && error.message === 'terminated'

const again = 'Run the same command again to go on.'

/** As `untilInterrupted`, of work that the same command goes on with: Ctrl-C and a lost line say so. */
export const untilBroken = <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> =>
  untilInterrupted(async (signal) => {
    try {
      return await work(signal)
    } catch (error) {
      if (signal.aborted) throw new Failure(`Stopped. ${again}`)
      const { serverUnreachable } = exitCodes
      if (isBrokenOff(error)) throw new Failure(`The connection broke. ${again}`, serverUnreachable)
      if (!(error instanceof Failure) || error.exitCode !== serverUnreachable) throw error
      throw new Failure(`${error.message.replace(/[^.]$/, '$&.')} ${again}`, serverUnreachable)
    }
  })
