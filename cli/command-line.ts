import { type Command, CommanderError } from 'commander'
import { safeText } from '#schemas/text/safe-text.ts'
import { exitCodes, Failure } from './failure.ts'
import { buildProgram, withSubcommands } from './program.ts'

/** A message as one line; it may hold names that others gave. */
const inOneLine = (text: string): string =>
  safeText(
    text
      .replace(/^error: /, '')
      .trim()
      .replace(/\s*\n\s*/g, ' '),
  )

/** The command as typed, `siteledger clients list`, for the hint at its help. */
const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

const endWith = (error: unknown): void => {
  if (error instanceof CommanderError) {
    // Requested help is a success; every other error of commander is wrong usage.
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage
    return
  }
  const line = error instanceof Error ? error.message : String(error)
  process.stderr.write(`siteledger: ${inOneLine(line)}\n`)
  process.exitCode = error instanceof Failure ? error.exitCode : exitCodes.refused
}

/** Runs the command that these arguments name; how it ended is told on standard error and in `process.exitCode`. */
export const runCommandLine = async (argv: readonly string[]): Promise<void> => {
  const program = await buildProgram(argv[2])
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({
      outputError: (text, write) => {
        const line = inOneLine(text)
        write(`siteledger: ${line}${/[.?!)]$/.test(line) ? '' : '.'} See: ${pathOf(command)} --help\n`)
      },
    })
  }
  await program.parseAsync(argv).catch(endWith)
}
