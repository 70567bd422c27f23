import { Command } from 'commander'
import { openSession, type Session } from './session.ts'

/** The description of a command: a name with its arguments ('use <name>'), a one-line summary, and examples. */
export type Description = { name: string; summary: string; examples: readonly string[] }

const exampleText = (examples: readonly string[]): string =>
  ['', examples.length === 1 ? 'Example:' : 'Examples:', ...examples.map((line) => `  $ siteledger ${line}`)].join('\n')

/** The examples of each command; a parent command shows the first of each. */
const examplesByCommand = new WeakMap<Command, readonly string[]>()

/** A command whose help shows examples. Every command accepts `--json` and `--profile`. */
export const commandOf = <Options extends object>(
  { name, summary, examples }: Description,
  act: (session: Session, args: readonly string[], options: Options) => Promise<void> | void,
  options: (command: Command) => Command = (command) => command,
): Command => {
  const [word = '', ...argumentNames] = name.split(' ')
  const command = new Command(word).description(summary)
  examplesByCommand.set(command, examples)
  for (const argument of argumentNames) command.argument(argument)
  return options(command)
    .option('--json', 'print JSON for programs')
    .option('--profile <name>', 'use this profile instead of the one in use')
    .addHelpText('after', exampleText(examples))
    .action(async (...received: unknown[]) => {
      const command = received.at(-1) as Command
      const { json, profile, ...own } = command.opts<Options & { json?: true; profile?: string }>()
      const session = openSession({ ...(json ? { json } : {}), ...(profile === undefined ? {} : { profile }) })
      // A variadic argument is a list; an absent one is undefined.
      const args = command.processedArgs.flat().filter((argument) => argument !== undefined)
      await act(session, args.map(String), own as unknown as Options)
    })
}

/** A command that only groups others, such as `clients`. */
export const groupOf = (name: string, summary: string, commands: readonly Command[]): Command => {
  const group = new Command(name).description(summary)
  for (const command of commands) group.addCommand(command)
  const examples = commands.flatMap((command) => examplesByCommand.get(command)?.slice(0, 1) ?? [])
  return group.addHelpText('after', exampleText(examples))
}
