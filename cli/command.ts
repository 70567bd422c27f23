import { Command, Option } from 'commander'
import type { Server } from '#cli/connection/server.ts'
import { cellOf } from '#cli/output/cell.ts'
import { chosenOf, fieldsIn, filledTemplate } from '#cli/output/chosen.ts'
import { type Columns, tableOf } from '#cli/output/table.ts'
import { openSession, type Session } from '#cli/session.ts'
import { safeJson, safeText } from '#schemas/text/safe-text.ts'

const printJson = ({ terminal }: Session, value: object): void =>
  terminal.print(safeJson(JSON.stringify(value, null, 2)))

/** Columns of chosen fields, under their own names. */
const columnsOf = <Row extends object>(fields: readonly string[]): Columns<Row> =>
  Object.fromEntries(fields.map((field) => [field, (row: Row) => cellOf(chosenOf([field], row)[field])]))

/** Prints rows: a table for people, an array for programs. `counted` is the number of all rows, or a lower bound. */
export const printRows = <Row extends object>(
  session: Session,
  columns: Columns<Row>,
  rows: readonly Row[],
  counted: { total: number | null; isAtLeast: boolean } = { total: null, isAtLeast: false },
): void => {
  const { terminal, json } = session
  const { fields, template } = session.chosen
  if (template !== undefined) {
    for (const row of rows) terminal.print(filledTemplate(template, row))
    return
  }
  if (json) {
    printJson(session, fields ? rows.map((row) => chosenOf(fields, row)) : rows)
    return
  }
  if (rows.length === 0) {
    terminal.note('Nothing to show.')
    return
  }
  const shown = fields ? columnsOf<Row>(fields) : columns
  terminal.print(tableOf(shown, rows, terminal.columns, (text) => terminal.styled('bold', text)))
  const { total, isAtLeast } = counted
  if (total !== null && (total > rows.length || (isAtLeast && total === rows.length))) {
    terminal.note(`${rows.length} of ${total}${isAtLeast ? '+' : ''}. Show more with --limit N, or --all.`)
  }
}

/** One value for people: an instant to the minute, in UTC as everywhere in the terminal, and '-' for nothing. */
const textOf = (value: unknown): string => {
  const text = cellOf(value)
  return text === '' ? '-' : text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z$/, '$1 $2')
}

/** Whether the fields of a record are wanted, rather than a glance at it or a sentence about it. */
const wantsFields = ({ json, chosen }: Session): boolean => json || Object.keys(chosen).length > 0

/** Prints one record: a line per field for people, an object for programs. People get a glance at it, if there is one. */
export const printOne = <Data extends object>(
  session: Session,
  data: Data,
  glanceAt: (data: Data) => object = (all) => all,
): void => {
  const { terminal, json } = session
  const { fields, template } = session.chosen
  if (template !== undefined) {
    terminal.print(filledTemplate(template, data))
    return
  }
  const all = wantsFields(session) ? data : glanceAt(data)
  const record = fields ? chosenOf(fields, all) : all
  if (json) {
    printJson(session, record)
    return
  }
  const entries = Object.entries(record)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  for (const [name, value] of entries) {
    terminal.print(`${terminal.styled('bold', name.padEnd(width))}  ${safeText(textOf(value))}`)
  }
}

/** Prints a result: a sentence for people, or a line for each of several, the record itself for programs. */
export const printDone = (session: Session, sentences: string | readonly string[], record: object): void => {
  if (wantsFields(session)) printOne(session, record)
  else for (const sentence of [sentences].flat()) session.terminal.print(safeText(sentence))
}

/** Adds the choice of what is printed of the records of a command. */
export const choosing = (command: Command): Command =>
  command
    .option('--fields <names>', 'print these fields alone: name,site.name', fieldsIn)
    .addOption(
      new Option('--template <text>', "print a line each: '{{name}}\\t{{site.name}}'").conflicts(['fields', 'json']),
    )

/** The description of a command: a name with its arguments ('use <name>'), a one-line summary, and examples. */
export type Description = { name: string; summary: string; examples: readonly string[] }

const exampleText = (examples: readonly string[]): string =>
  ['', examples.length === 1 ? 'Example:' : 'Examples:', ...examples.map((line) => `  $ siteledger ${line}`)].join('\n')

/** The examples of each command; a parent command shows the first of each. */
const examplesByCommand = new WeakMap<Command, readonly string[]>()

type Wanted = Parameters<typeof openSession>[0]

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
      const { json, profile, asOf, fields, template, ...own } = command.opts<Options & Wanted>()
      const wanted = Object.entries({ json, profile, asOf, fields, template }).filter(
        ([, value]) => value !== undefined,
      )
      const session = openSession(Object.fromEntries(wanted))
      // A variadic argument is a list; an absent one is undefined.
      const args = command.processedArgs.flat().filter((argument) => argument !== undefined)
      await act(session, args.map(String), own as unknown as Options)
    })
}

/** A command that can also show what was (D-121). */
export const withPast = (command: Command): Command =>
  command.option('--as-of <moment>', 'as it was: at the end of a day, at an instant, or at a position of the log')

type Ask<Data, Options> = (server: Server, args: readonly string[], options: Options) => Promise<{ data: Data }>

/** A command that shows the rows of one answer. */
export const rowsCommand = <Row extends object, Options extends object = object>(
  description: Description,
  ask: Ask<readonly Row[], Options>,
  columns: Columns<Row>,
  options: (command: Command) => Command = (command) => command,
): Command =>
  commandOf<Options>(
    description,
    async (session, args, typed) => printRows(session, columns, (await ask(session.server(), args, typed)).data),
    (command) => choosing(options(command)),
  )

/** A command that shows the record of one answer: people get a glance at it, programs all. */
export const showCommand = <Data extends object>(
  description: Description,
  ask: Ask<Data, object>,
  glanceAt?: (data: Data) => object,
): Command =>
  commandOf(
    description,
    async (session, args, typed) => printOne(session, (await ask(session.server(), args, typed)).data, glanceAt),
    choosing,
  )

/** A command that only groups others, such as `clients`. */
export const groupOf = (name: string, summary: string, commands: readonly Command[]): Command => {
  const group = new Command(name).description(summary)
  for (const command of commands) group.addCommand(command)
  const examples = commands.flatMap((command) => examplesByCommand.get(command)?.slice(0, 1) ?? [])
  return group.addHelpText('after', exampleText(examples))
}
