import { type Command, InvalidArgumentError } from 'commander'
import { choosing, commandOf, printRows } from '#cli/command.ts'
import { findAmong } from '#cli/connection/find-by-name.ts'
import { allPages, type Rows, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import type { Columns } from '#cli/output/table.ts'
import type { Session } from '#cli/session.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { leftOfView } from '#schemas/limits/left-of-view.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { listSavedViews } from '#schemas/resources/saved-views.ts'

export type ListOptions = { limit: number; all?: true; search?: string; view?: string }

type Listing<Row, Options> = {
  /** The plural of the noun: 'clients'. */
  noun: string
  /** The name of the command; `list` by default. */
  name?: string
  examples: readonly string[]
  columns: Columns<Row>
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

/** The list that views of a kind narrow and sort, and the search in it. */
type Viewed = { kind: ArrangedKind; all: Endpoint; searched: Endpoint }

/** Options that go with a view. */
const besides = ['limit', 'all', 'search', 'view']

/**
 * The list of a saved view, by its id or name: with its words, filters and order. What of it is gone is left out, and
 * said. Other words take the place of the view's.
 */
const viewedPages = async <Row>(
  session: Session,
  { kind, all, searched }: Viewed,
  options: { view: string; search?: string },
  limit: number,
): Promise<AsyncIterable<Rows<Row>>> => {
  const more = Object.keys(options).filter((name) => !besides.includes(name))
  if (more.length > 0) {
    throw new Failure(`Pass --view or --${more[0]}, not both: a view has filters of its own.`, exitCodes.wrongUsage)
  }
  const server = session.server()
  const { data: views } = await server.call(listSavedViews)
  const view = findAmong(
    'view',
    views.filter((each) => each.kind === kind),
    options.view,
  )
  const { filters, sort } = leftOfView(view)
  const lost = [...view.gone, ...(view.sort === sort ? [] : ['sort'])]
  if (lost.length > 0) session.terminal.note(`Of the view ${view.name} this is gone: ${lost.join(', ')}.`)
  const { search: ofView, ...narrowed } = filters
  const words = options.search ?? ofView
  const query = { ...narrowed, ...(sort === null ? {} : { sort }) }
  const call = { query, ...(words === undefined ? {} : { params: { query: words } }) }
  return allPages(server, words === undefined ? all : searched, call as never, limit) as AsyncIterable<Rows<Row>>
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
      return choosing(filters(viewing))
        .option('--limit <n>', 'how many at most', countOf, shownAtFirst)
        .option('--all', 'all of them')
    },
  )
