/** Exit codes of the command line, which scripts rely on. */
export const exitCodes = {
  done: 0,
  refused: 1,
  wrongUsage: 2,
  /** The command found what it looks for, `files expiring`, or refused some of many: `import files`. */
  found: 3,
  serverUnreachable: 69,
  notPermitted: 77,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An error that ends a command: a one-line message with the problem and its remedy, and the exit code. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: ExitCode
  /** The HTTP status of the answer that says so, if one does. */
  readonly status: number | undefined

  constructor(message: string, exitCode: ExitCode = exitCodes.refused, status?: number) {
    super(message)
    this.exitCode = exitCode
    this.status = status
  }
}
