import { Command } from 'commander'
import { openSession, type Session } from './session.ts'

/** What a command is told: a name with its arguments ('use <name>'), one line on what it does, and how it is used. */
export type Told = { name: string; summary: string; examples: readonly string[] }

const exampleText = (examples: readonly string[]): string =>
  ['', examples.length === 1 ? 'Example:' : 'Examples:', ...examples.map((line) => `  $ siteledger ${line}`)].join('\n')

/** The examples of each command, of which a command that holds it shows the first. */
const taught = new WeakMap<Command, readonly string[]>()

/** A command whose help teaches by example. Every one takes `--json` and `--profile`. */
export const commandOf = <Options extends object>(
  { name, summary, examples }: Told,
  act: (session: Session, args: readonly string[], options: Options) => Promise<void> | void,
  options: (command: Command) => Command = (command) => command,
): Command => {
  const [word = '', ...taken] = name.split(' ')
  const command = new Command(word).description(summary)
  taught.set(command, examples)
  for (const argument of taken) command.argument(argument)
  return options(command)
    .option('--json', 'print JSON for programs')
    .option('--profile <name>', 'use this profile instead of the one in use')
    .addHelpText('after', exampleText(examples))
    .action(async (...given: unknown[]) => {
      const command = given.at(-1) as Command
      const { json, profile, ...own } = command.opts<Options & { json?: true; profile?: string }>()
      const session = openSession({ ...(json ? { json } : {}), ...(profile === undefined ? {} : { profile }) })
      // An argument that takes several values comes as a list; one that was left out is not there.
      const args = command.processedArgs.flat().filter((argument) => argument !== undefined)
      await act(session, args.map(String), own as unknown as Options)
    })
}

/** A command that only holds others, such as `clients`. */
export const groupOf = (name: string, summary: string, commands: readonly Command[]): Command => {
  const group = new Command(name).description(summary)
  for (const command of commands) group.addCommand(command)
  const examples = commands.flatMap((command) => taught.get(command)?.slice(0, 1) ?? [])
  return group.addHelpText('after', exampleText(examples))
}
