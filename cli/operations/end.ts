import { CannotStart } from '#api/event-store/embedded/stored-log.ts'
import { EventStoreUnavailable } from '#api/event-store/port.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import { CannotCopy } from '#api/event-store/whole-log.ts'
import { type ExitCode, exitCodes, Failure } from '#cli/failure.ts'
import { safeText } from '#schemas/text/safe-text.ts'

/** How an error ends a command: one line, and an exit code of the command line. */
const endOf = (error: unknown): { words: string; exitCode: ExitCode } => {
  if (error instanceof Failure) return { words: error.message, exitCode: error.exitCode }
  if (error instanceof Unfit) return { words: error.message, exitCode: exitCodes.wrongUsage }
  const words = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  if (error instanceof CannotCopy || error instanceof CannotStart) return { words, exitCode: exitCodes.refused }
  if (!(error instanceof EventStoreUnavailable)) return { words, exitCode: exitCodes.refused }
  const goOn = 'Start it, and run the same command again: what was done stays.'
  return { words: `An event store does not answer any more. ${goOn}`, exitCode: exitCodes.serverUnreachable }
}

/** Ends a program of this machine with an error. */
export const endWith = (error: unknown): void => {
  const { words, exitCode } = endOf(error)
  process.stderr.write(`siteledger: ${safeText(words)}\n`)
  process.exitCode = exitCode
}
