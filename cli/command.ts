import { Command } from 'commander'
import type { Server } from '#cli/connection/server.ts'
import { safeJson, safeText } from '#cli/output/safe-text.ts'
import { type Columns, tableOf } from '#cli/output/table.ts'
import { openSession, type Session } from '#cli/session.ts'

/** Prints rows: a table for people, an array for programs. `counted` is the number of all rows, or a lower bound. */
export const printRows = <Row>(
  { terminal, json }: Session,
  columns: Columns<Row>,
  rows: readonly Row[],
  counted: { total: number | null; isAtLeast: boolean } = { total: null, isAtLeast: false },
): void => {
  if (json) {
    terminal.print(safeJson(JSON.stringify(rows, null, 2)))
    return
  }
  if (rows.length === 0) {
    terminal.note('Nothing to show.')
    return
  }
  terminal.print(tableOf(columns, rows, terminal.columns, (text) => terminal.styled('bold', text)))
  const { total, isAtLeast } = counted
  if (total !== null && (total > rows.length || (isAtLeast && total === rows.length))) {
    terminal.note(`${rows.length} of ${total}${isAtLeast ? '+' : ''}. Show more with --limit N, or --all.`)
  }
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Prints one record: a line per field for people, an object for programs. */
export const printOne = ({ terminal, json }: Session, record: object): void => {
  if (json) {
    terminal.print(safeJson(JSON.stringify(record, null, 2)))
    return
  }
  const entries = Object.entries(record)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  for (const [name, value] of entries) {
    terminal.print(`${terminal.styled('bold', name.padEnd(width))}  ${safeText(textOf(value))}`)
  }
}

/** Prints a result: a sentence for people, the record itself for programs. */
export const printDone = ({ terminal, json }: Session, sentence: string, record: object): void =>
  terminal.print(json ? safeJson(JSON.stringify(record, null, 2)) : safeText(sentence))

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

type Ask<Data, Options> = (server: Server, args: readonly string[], options: Options) => Promise<{ data: Data }>

/** A command that shows the rows of one answer. */
export const rowsCommand = <Row, Options extends object = object>(
  description: Description,
  ask: Ask<readonly Row[], Options>,
  columns: Columns<Row>,
  options?: (command: Command) => Command,
): Command =>
  commandOf<Options>(
    description,
    async (session, args, typed) => printRows(session, columns, (await ask(session.server(), args, typed)).data),
    options,
  )

/** A command that shows the record of one answer: people get a glance at it, programs all. */
export const showCommand = <Data extends object>(
  description: Description,
  ask: Ask<Data, object>,
  glanceAt: (data: Data) => object = (data) => data,
): Command =>
  commandOf(description, async (session, args, typed) => {
    const { data } = await ask(session.server(), args, typed)
    printOne(session, session.json ? data : glanceAt(data))
  })

/** A command that only groups others, such as `clients`. */
export const groupOf = (name: string, summary: string, commands: readonly Command[]): Command => {
  const group = new Command(name).description(summary)
  for (const command of commands) group.addCommand(command)
  const examples = commands.flatMap((command) => examplesByCommand.get(command)?.slice(0, 1) ?? [])
  return group.addHelpText('after', exampleText(examples))
}
