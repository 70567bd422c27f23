import { type Command, InvalidArgumentError } from 'commander'
import { commandOf } from '#cli/command.ts'
import type { Rows } from '#cli/connection/all-pages.ts'
import type { Server } from '#cli/connection/server.ts'
import { printRows } from '#cli/output/records.ts'
import type { Column } from '#cli/output/table.ts'
import { type Viewed, viewedPages } from './viewed-list.ts'

export type ListOptions = { limit: number; all?: true; search?: string; view?: string }

type Listing<Row, Options> = {
  /** The plural of the noun: 'clients'. */
  noun: string
  /** The name of the command; `list` by default. */
  name?: string
  examples: readonly string[]
  columns: readonly Column<Row>[]
  /** Whether the list supports `--search`; true by default. */
  searchable?: boolean
  /** The lists that saved views of the kind open; a list without views has no `--view`. */
  viewed?: Viewed
  /** Options that filter the list, in addition to `--search`. */
  filters?: (command: Command) => Command
  /** The list for the options, at most `limit` rows. */
  pages: (
    server: Server,
    options: ListOptions & Options,
    limit: number,
  ) => AsyncIterable<Rows<Row>> | Promise<AsyncIterable<Rows<Row>>>
}

const shownAtFirst = 50

/** Parses a number of rows. */
export const countOf = (text: string): number => {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new InvalidArgumentError('It must be a number above 0.')
}

/** `list` of a noun: the first `--limit` rows or `--all`, filtered by `--search`. */
export const listCommand = <Row extends object, Options extends object = object>({
  noun,
  name = 'list',
  examples,
  columns,
  filters = (command) => command,
  searchable = true,
  viewed,
  pages,
}: Listing<Row, Options>): Command =>
  commandOf<ListOptions & Options>(
    { name, summary: `List ${noun}`, examples },
    async (session, _args, options) => {
      const limit = options.all ? Number.POSITIVE_INFINITY : options.limit
      const shown: Row[] = []
      let counted: { total: number | null; isAtLeast: boolean } | undefined
      const { view } = options
      const found =
        viewed && view !== undefined
          ? await viewedPages<Row>(session, viewed, { ...options, view }, limit)
          : await pages(session.server(), options, limit)
      for await (const { rows, ...count } of found) {
        shown.push(...rows)
        counted = count
      }
      printRows(session, columns, shown, counted)
    },
    (command) => {
      const searching = searchable ? command.option('--search <text>', 'only those that hold every word') : command
      const viewing = viewed ? searching.option('--view <view>', 'as a saved view has it, by id or name') : searching
      return filters(viewing)
        .option('--limit <n>', 'how many at most', countOf, shownAtFirst)
        .option('--all', 'all of them')
    },
  )
