/** Exit codes of the command line: scripts rely on them. */
export const exitCodes = { done: 0, refused: 1, wrongUsage: 2, serverUnreachable: 69, notPermitted: 77 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What ends a command: one line that says what is wrong and what to do, and the exit code. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = exitCodes.refused) {
    super(message)
    this.exitCode = exitCode
  }
}
