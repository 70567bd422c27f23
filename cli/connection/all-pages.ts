import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import type { Server } from './server.ts'

type RowOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never

const maxRows = 1000

/** One page of a list, and the number of all rows; with `isAtLeast` there are more than that. */
export type Rows<Row> = { rows: Row[]; total: number | null; isAtLeast: boolean }

/** The rows of a list, fetched page by page on demand (D-08), at most `limit`. */
export async function* allPages<E extends Endpoint>(
  server: Server,
  endpoint: E,
  call: CallOf<E> = {},
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Rows<RowOf<E>>, void> {
  let cursor: string | undefined
  for (let left = limit; left > 0; ) {
    const query = { ...call.query, limit: Math.min(left, maxRows), cursor }
    const { data, next, total, isAtLeast } = await server.call(endpoint, { ...call, query } as CallOf<E>)
    const rows = data as unknown as RowOf<E>[]
    yield { rows, total, isAtLeast }
    left -= rows.length
    if (next === null || rows.length === 0) return
    cursor = next
  }
}
