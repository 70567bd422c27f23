import type { UseQueryResult } from '@tanstack/react-query'

/** Several queries as one, which has data once each of them has. */
export const merged = <Data>(queries: readonly UseQueryResult<Data>[]) => {
  const answers = queries.map(({ data }) => data)
  return {
    data: answers.every((answer) => answer !== undefined) ? (answers as Data[]) : undefined,
    isPending: queries.some(({ isPending }) => isPending),
    error: queries.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}
