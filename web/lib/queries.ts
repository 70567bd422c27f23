import { queryOptions } from '@tanstack/react-query'
import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import type { Page } from '#schemas/page.ts'
import { ask } from '#web/lib/api.ts'

/** Rows that the browser asks for at first (D-08). */
const scrolledRows = 50
/** Rows at a time where all of them are wanted. */
const mostRows = 1000
/** Rows that a field offers before anything is typed, and of what is found. */
const offeredRows = 200

type Row<E extends Endpoint> = ResponseOf<E> extends (infer Item)[] ? Item : never
type Params<E extends Endpoint> = CallOf<E>['params']
/** What narrows a list, beside the page. */
type Narrowing<E extends Endpoint> = Omit<NonNullable<CallOf<E>['query']>, 'limit' | 'cursor'>

/** Keys begin with the resource that the ability names, so that a change of it finds them ('clients.view'). */
const keyOf = (endpoint: Endpoint, kind: string, params: unknown): readonly unknown[] => [
  endpoint.access.split('.')[0],
  kind,
  endpoint.path,
  params ?? {},
]

const page = async <E extends Endpoint>(
  endpoint: E,
  params: Params<E>,
  limit: number,
  cursor: string | null,
  narrowing: object = {},
): Promise<Page<Row<E>>> => {
  const query = { ...narrowing, limit, ...(cursor ? { cursor } : {}) }
  const { data, next, total } = await ask(endpoint, { params, query } as CallOf<E>)
  const rows = data as Row<E>[]
  return { rows, next, total: total ?? rows.length }
}

/** One resource. */
export const oneQuery = <E extends Endpoint>(endpoint: E, params?: Params<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, 'one', params),
    queryFn: async () => (await ask(endpoint, { params } as CallOf<E>)).data,
  })

/** Where a page starts, and how many rows it asks for. */
type Start = { cursor: string | null; limit: number }

/**
 * Rows of the page after so many: the further one scrolls, the more come at a time. So a change anywhere in a list of
 * ten thousand that was scrolled to its end asks for some fifteen pages again, not for two hundred.
 */
const rowsAfter = (pages: number): number => Math.min(mostRows, scrolledRows * 2 ** Math.max(0, pages - 1))

/** A list as people scroll it, page by page (D-08): what `useInfiniteQuery` is asked with. */
export type ListQuery<Item> = {
  queryKey: readonly unknown[]
  queryFn: (context: { pageParam: Start }) => Promise<Page<Item>>
  initialPageParam: Start
  getNextPageParam: (last: Page<unknown>, pages: readonly unknown[]) => Start | null
}

export const listQuery = <E extends Endpoint>(
  endpoint: E,
  params?: Params<E>,
  narrowing?: Narrowing<E>,
): ListQuery<Row<E>> => ({
  queryKey: [...keyOf(endpoint, 'list', params), narrowing ?? {}],
  queryFn: ({ pageParam: { limit, cursor } }) => page(endpoint, params, limit, cursor, narrowing),
  initialPageParam: { cursor: null, limit: scrolledRows },
  getNextPageParam: ({ next }, pages) => (next === null ? null : { cursor: next, limit: rowsAfter(pages.length) }),
})

/** The first of a list or of what is found, for a field to choose from; `next` is null where that is all. */
export type OfferQuery<Item> = { queryKey: readonly unknown[]; queryFn: () => Promise<Page<Item>> }

export const offerQuery = <E extends Endpoint>(endpoint: E, params?: Params<E>): OfferQuery<Row<E>> => ({
  queryKey: keyOf(endpoint, 'offer', params),
  queryFn: () => page(endpoint, params, offeredRows, null),
})

/** A whole list, for a field to choose from. */
export const choicesQuery = <E extends Endpoint>(endpoint: E, params?: Params<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, 'choices', params),
    queryFn: async () => {
      const rows: Row<E>[] = []
      let cursor: string | null = null
      do {
        const answer: Page<Row<E>> = await page(endpoint, params, mostRows, cursor)
        rows.push(...answer.rows)
        cursor = answer.next
      } while (cursor)
      return rows
    },
  })
