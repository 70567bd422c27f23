import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'

/**
 * The last known state of a page's record, and whether the record is gone: a colleague deleted it, or this user may no
 * longer see it. It is not reported as gone while the user is leaving the page.
 */
export const useRecord = <E extends Endpoint>(
  show: E,
  params: Parameters<typeof oneQuery<E>>[1],
): { record: ResponseOf<E>; gone: boolean } => {
  const { data, error } = useSuspenseQuery(oneQuery(show, params))
  const leaving = useRouterState({ select: ({ isLoading }) => isLoading })
  return { record: data, gone: !leaving && error instanceof ApiProblem && error.status === 404 }
}
