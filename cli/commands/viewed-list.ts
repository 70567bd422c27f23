import { allPages, type Rows } from '#cli/connection/all-pages.ts'
import { findView } from '#cli/connection/find-by-name.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import type { Session } from '#cli/session.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { leftOfView } from '#schemas/limits/left-of-view.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { listSavedViews } from '#schemas/resources/saved-views.ts'

/** The list that views of a kind narrow and sort, and the search in it. */
export type Viewed = { kind: ArrangedKind; all: Endpoint; searched: Endpoint }

/** Options that go with a view. */
const besides = ['limit', 'all', 'search', 'view']

/**
 * The list of a saved view, by its id or name: with its words, filters and order. What of it is gone is left out, and
 * said. Other words take the place of the view's.
 */
export const viewedPages = async <Row>(
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
  const view = findView(
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
