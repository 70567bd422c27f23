import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from '#schemas/calls/page.ts'
import { reload } from '#web/lib/affected.ts'
import type { HeldPage } from '#web/lib/queries.ts'

type Record = { id: string }
type Changed = Parameters<typeof reload>[1]

/** The optimistic change of a record; null removes it from its lists. */
export type Change<Row extends Record> = (record: Row) => Row | null

type Options<Row extends Record, Done> = {
  queries: QueryClient
  resource: Changed
  /** The ids of the records that change. */
  ids: readonly string[]
  change: Change<Row>
  /** The request that writes the change. */
  act: () => Promise<Done>
}

const inRows = <Row extends Record>(rows: Row[], ids: readonly string[], change: Change<Row>): Row[] =>
  rows.flatMap((row) => (ids.includes(row.id) ? (change(row) ?? []) : row))

/** The pages lose their tags: they are no longer those that the server has answered. */
const inPages = <Row extends Record>(
  data: InfiniteData<HeldPage<Row>>,
  ids: readonly string[],
  change: Change<Row>,
) => {
  const pages = data.pages.map(({ tag: _, ...page }) => ({ ...page, rows: inRows(page.rows, ids, change) }))
  const count = (all: Page<Row>[]) => all.reduce((sum, { rows }) => sum + rows.length, 0)
  const removed = count(data.pages) - count(pages)
  return { ...data, pages: pages.map((page) => ({ ...page, total: page.total - removed })) }
}

const inOffer = <Row extends Record>(page: Page<Row>, ids: readonly string[], change: Change<Row>): Page<Row> => {
  const rows = inRows(page.rows, ids, change)
  return { ...page, rows, total: page.total - (page.rows.length - rows.length) }
}

/** The data of a query after a change; `kind` is the part of its key that queries.ts sets. */
const changed = <Row extends Record>(data: unknown, kind: unknown, { ids, change }: Options<Row, unknown>): unknown => {
  if (data === undefined || data === null) return data
  if (kind === 'list') return inPages(data as InfiniteData<Page<Row>>, ids, change)
  if (kind === 'offer') return inOffer(data as Page<Row>, ids, change)
  if (kind === 'choices') return inRows(data as Row[], ids, change)
  const record = data as Row
  // The page of a deleted record keeps its data until the user leaves it.
  return kind === 'one' && ids.includes(record.id) ? (change(record) ?? record) : data
}

/**
 * An optimistic update: shows a change in every list and record while the request runs. When the request fails it
 * restores the previous data and rethrows, so that the caller reports the failure. It refetches the affected queries
 * either way.
 */
export const optimistically = async <Row extends Record, Done>(options: Options<Row, Done>): Promise<Done> => {
  const { queries, resource, act } = options
  // A response that is under way would overwrite the change with the old state.
  await queries.cancelQueries({ queryKey: [resource] })
  const before = queries.getQueriesData({ queryKey: [resource] })
  for (const [key, data] of before) queries.setQueryData(key, changed(data, key[1], options))
  try {
    return await act()
  } catch (failure) {
    for (const [key, data] of before) queries.setQueryData(key, data)
    throw failure
  } finally {
    void reload(queries, resource)
  }
}
