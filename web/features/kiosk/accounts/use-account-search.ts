import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Search, useSearch } from '#web/lib/use-search.ts'

/** Milliseconds between the last key press and the search. */
const pause = 300

export type AccountSearch<Found> = {
  search: Search
  /** Those of the last answer; undefined before the first. */
  rows: readonly Found[] | undefined
  /** Whether an answer to what is typed is still to come. */
  searching: boolean
  /** Whether nothing was found. */
  noResults: boolean
  error: Error | null
  retry: () => unknown
}

/** The search of users or of teams, named by `kind`; without a text it finds the newest. */
export const useAccountSearch = <Found>(
  kind: 'users' | 'teams',
  find: (query: string) => Promise<Found[]>,
): AccountSearch<Found> => {
  const search = useSearch(pause)
  const found = useQuery({
    queryKey: ['operator', 'search', kind, search.text],
    queryFn: () => find(search.text),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const searching = search.typed.trim() !== search.text || found.isFetching
  const noResults = !searching && found.data?.length === 0
  return { search, rows: found.data, searching, noResults, error: found.error, retry: found.refetch }
}
