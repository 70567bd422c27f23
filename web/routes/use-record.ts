import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'

/**
 * The record that a page is about, as it was last seen, and whether it is gone: deleted by a colleague, or out of this
 * user's sight. Whoever is leaving the page need not be told.
 */
export const useRecord = <E extends Endpoint>(
  show: E,
  params: Parameters<typeof oneQuery<E>>[1],
): { record: ResponseOf<E>; gone: boolean } => {
  const { data, error } = useSuspenseQuery(oneQuery(show, params))
  const leaving = useRouterState({ select: ({ isLoading }) => isLoading })
  return { record: data, gone: !leaving && error instanceof ApiProblem && error.status === 404 }
}
