import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Where a command's words go, and what that place can show. */
export type Terminal = {
  /** Whether a person sits there who can be asked (standard input and output are both a terminal). */
  interactive: boolean
  /** Width in characters; unlimited where the output goes to a file or another program. */
  columns: number
  /** A line of the result, on standard output. */
  print: (line: string) => void
  /** A line about the result, on standard error, so that it never mixes with what a script reads. */
  note: (line: string) => void
  /** Text in colour, where standard output shows colours and NO_COLOR is not set. */
  styled: (style: Style, text: string) => string
}

/** A reader such as `head` that has enough ends the command without complaint. */
const endWithReader = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
}

/** The terminal that this process was started in. */
export const openTerminal = (): Terminal => {
  process.stdout.on('error', endWithReader)
  return {
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    columns: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    styled: (style, text) => styleText(style, text, { stream: process.stdout }),
  }
}
