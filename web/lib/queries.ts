import { hashKey, type InfiniteData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Page } from '#schemas/calls/page.ts'
import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { callApi, type InputOf } from '#web/lib/api.ts'
import { isSame } from '#web/lib/merged.ts'

/** Rows of a list's first page (D-08). */
const scrolledRows = 50
/** Rows per page when all of them are wanted. */
const maxRows = 1000
/** Rows that a field offers before the user types, and rows of its search results. */
const offeredRows = 200

type Row<E extends Endpoint> = ResponseOf<E> extends (infer Item)[] ? Item : never
type Params<E extends Endpoint> = CallOf<E>['params']
/** The filters of a list, without its paging. */
type Narrowing<E extends Endpoint> = Omit<NonNullable<CallOf<E>['query']>, 'limit' | 'cursor'>

/** A key begins with the resource of the call's ability ('clients.view'), so that a change of the resource finds it. */
const keyOf = (endpoint: Endpoint, kind: string, params: unknown): readonly unknown[] => [
  endpoint.access.split('.')[0],
  kind,
  endpoint.path,
  params ?? {},
]

/** Milliseconds after which an answer that was behind is asked for again. */
const untilNext = 2000

type Asking = { client: QueryClient; queryKey: readonly unknown[] }

/** Calls for a query. What the answer lacks yet would stay away from the page (D-05): it is asked for again soon. */
const callFor = async <E extends Endpoint>({ client, queryKey }: Asking, ...call: Parameters<typeof callApi<E>>) => {
  const answer = await callApi(...call)
  if (answer.isBehind) setTimeout(() => client.invalidateQueries({ queryKey, exact: true }), untilNext)
  return answer
}

/** A page with the tag by which the server knows it; what is changed before the server answers has none. */
export type HeldPage<Item> = Page<Item> & { tag?: string }

const page = async <E extends Endpoint>(
  asking: Asking,
  endpoint: E,
  params: Params<E>,
  limit: number,
  cursor: string | null,
  narrowing: object = {},
  held?: HeldPage<Row<E>>,
): Promise<HeldPage<Row<E>>> => {
  const query = { ...narrowing, limit, ...(cursor ? { cursor } : {}) }
  const extras = { ifNoneMatch: held?.tag }
  const { data, next, total, isAtLeast, tag, unchanged } = await callFor(
    asking,
    endpoint,
    { params, query } as InputOf<E>,
    extras,
  )
  if (unchanged && held) return held
  const rows = data as Row<E>[]
  return { rows, next, total: total ?? rows.length, ...(isAtLeast ? { isAtLeast } : {}), ...(tag ? { tag } : {}) }
}

/** The query of one resource. */
export const oneQuery = <E extends Endpoint>(endpoint: E, params?: Params<E>, query?: CallOf<E>['query']) =>
  queryOptions({
    queryKey: [...keyOf(endpoint, 'one', params), ...(query ? [query] : [])] as readonly unknown[],
    queryFn: async (asking) => (await callFor(asking, endpoint, { params, query } as InputOf<E>)).data,
  })

/** One resource as it is now: what is held of it shows, and is asked for anew. */
export const useFresh = <E extends Endpoint>(...asked: Parameters<typeof oneQuery<E>>) =>
  useQuery({ ...oneQuery(...asked), staleTime: 0 })

/** Where a page starts, and how many rows it has. */
type Start = { cursor: string | null; limit: number }

/**
 * The size of the next page: it doubles as the user scrolls. A change in a list of ten thousand that was scrolled to
 * its end then refetches about fifteen pages instead of two hundred.
 */
const rowsAfter = (pages: number): number => Math.min(maxRows, scrolledRows * 2 ** Math.max(0, pages - 1))

type ListContext = Asking & { pageParam: Start }

/** The page that is held of a list, if it began where this one does: an unchanged one is not sent again. */
const heldAt = <Item>({ client, queryKey, pageParam }: ListContext): HeldPage<Item> | undefined => {
  const held = client.getQueryData<InfiniteData<HeldPage<Item>, Start>>(queryKey)
  const at = held?.pageParams.findIndex((each) => isSame(each, pageParam)) ?? -1
  return held?.pages[at]
}

/** A list that loads page by page as the user scrolls (D-08): the options of `useInfiniteQuery`. */
export type ListQuery<Item> = {
  queryKey: readonly unknown[]
  queryFn: (context: ListContext) => Promise<HeldPage<Item>>
  initialPageParam: Start
  getNextPageParam: (last: Page<unknown>, pages: readonly unknown[]) => Start | null
}

export const listQuery = <E extends Endpoint>(
  endpoint: E,
  params?: Params<E>,
  narrowing?: Narrowing<E>,
): ListQuery<Row<E>> => ({
  queryKey: [...keyOf(endpoint, 'list', params), narrowing ?? {}],
  queryFn: (context) => {
    const { limit, cursor } = context.pageParam
    return page(context, endpoint, params, limit, cursor, narrowing, heldAt(context))
  },
  initialPageParam: { cursor: null, limit: scrolledRows },
  getNextPageParam: ({ next }, pages) => (next === null ? null : { cursor: next, limit: rowsAfter(pages.length) }),
})

/** A key of `listQuery` as text, the same in every order of the list. */
export const inAnyOrder = (key: readonly unknown[]): string =>
  hashKey([...key.slice(0, -1), { ...(key.at(-1) as object), sort: undefined }])

type Of = { id?: string }

/** Whether two keys of lists are those of one, if perhaps searched, narrowed or sorted differently. */
export const isSameList = ([noun, , , of]: readonly unknown[], [otherNoun, , , other]: readonly unknown[]): boolean =>
  noun === otherNoun && (of as Of | undefined)?.id === (other as Of | undefined)?.id

/** The first page of a list or of a search, as a field's choices; `next` is null when there are no more. */
export type OfferQuery<Item> = { queryKey: readonly unknown[]; queryFn: (asking: Asking) => Promise<Page<Item>> }

export const offerQuery = <E extends Endpoint>(endpoint: E, params?: Params<E>): OfferQuery<Row<E>> => ({
  queryKey: keyOf(endpoint, 'offer', params),
  queryFn: (asking) => page(asking, endpoint, params, offeredRows, null),
})

/** A whole list, as a field's choices. */
export const choicesQuery = <E extends Endpoint>(endpoint: E, params?: Params<E>) =>
  queryOptions({
    queryKey: keyOf(endpoint, 'choices', params),
    queryFn: async (asking) => {
      const rows: Row<E>[] = []
      let cursor: string | null = null
      do {
        const answer: Page<Row<E>> = await page(asking, endpoint, params, maxRows, cursor)
        rows.push(...answer.rows)
        cursor = answer.next
      } while (cursor)
      return rows
    },
  })

/** All rows of a list as it is asked for, in its order. */
export const everyRow = async <Item>(client: QueryClient, query: ListQuery<Item>): Promise<Item[]> => {
  const rows: Item[] = []
  let cursor: string | null = null
  do {
    const pageParam: Start = { cursor, limit: maxRows }
    const answer: Page<Item> = await query.queryFn({ client, queryKey: query.queryKey, pageParam })
    rows.push(...answer.rows)
    cursor = answer.next
  } while (cursor)
  return rows
}
