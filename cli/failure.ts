/** Exit codes of the command line, which scripts rely on. */
export const exitCodes = {
  done: 0,
  refused: 1,
  wrongUsage: 2,
  /** The command found the records that it looks for: `files expiring`, `documents expiring`. */
  found: 3,
  serverUnreachable: 69,
  notPermitted: 77,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An error that ends a command: a one-line message with the problem and its remedy, and the exit code. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.refused) {
    super(message)
    this.exitCode = exitCode
  }
}
