import { type Command, InvalidArgumentError } from 'commander'
import { commandOf } from '#cli/command.ts'
import type { Rows } from '#cli/connection/all-pages.ts'
import type { Server } from '#cli/connection/server.ts'
import { printRows } from '#cli/output/records.ts'
import type { Column } from '#cli/output/table.ts'

export type ListOptions = { limit: number; all?: true; search?: string }

type Listing<Row, Options> = {
  /** The plural of the noun: 'clients'. */
  noun: string
  examples: readonly string[]
  columns: readonly Column<Row>[]
  /** Whether `--search` narrows it; it does unless this says no. */
  searchable?: boolean
  /** Options that narrow the list, beside `--search`. */
  filters?: (command: Command) => Command
  /** The list that the options ask for, at most `most` rows of it. */
  pages: (
    server: Server,
    options: ListOptions & Options,
    most: number,
  ) => AsyncIterable<Rows<Row>> | Promise<AsyncIterable<Rows<Row>>>
}

const shownAtFirst = 50

/** A number of rows that somebody asks for. */
export const countOf = (text: string): number => {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('It must be a number above 0.')
}

/** `list` of a noun: the first rows, `--limit` of them or `--all`, those that `--search` finds. */
export const listCommand = <Row extends object, Options extends object = object>({
  noun,
  examples,
  columns,
  filters = (command) => command,
  searchable = true,
  pages,
}: Listing<Row, Options>): Command =>
  commandOf<ListOptions & Options>(
    { name: 'list', summary: `List ${noun}`, examples },
    async (session, _args, options) => {
      const most = options.all ? Number.POSITIVE_INFINITY : options.limit
      const shown: Row[] = []
      let counted: number | null = null
      for await (const { rows, total } of await pages(session.server(), options, most)) {
        shown.push(...rows)
        counted = total
      }
      printRows(session, columns, shown, counted)
    },
    (command) => {
      const searching = searchable ? command.option('--search <text>', 'only those that hold every word') : command
      return filters(searching)
        .option('--limit <n>', 'how many at most', countOf, shownAtFirst)
        .option('--all', 'all of them')
    },
  )
