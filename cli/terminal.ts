import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** The output of a command, and the capabilities of the terminal. */
export type Terminal = {
  /** Whether a person can be prompted (standard input and output are both a terminal). */
  interactive: boolean
  /** Width in characters; unlimited if the output goes to a file or another program. */
  columns: number
  /** Prints a line of the result, on standard output. */
  print: (line: string) => void
  /** Prints a line about the result, on standard error, so that scripts do not read it. */
  note: (line: string) => void
  /** Colours text if standard output shows colours and NO_COLOR is not set. */
  styled: (style: Style, text: string) => string
}

/** A reader such as `head` that closes the pipe ends the command without an error. */
const endWithReader = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
}

// Whatever is printed, help too.
process.stdout.on('error', endWithReader)

/** The terminal that this process was started in. */
export const openTerminal = (): Terminal => ({
  interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
  columns: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  styled: (style, text) => styleText(style, text, { stream: process.stdout }),
})
