import type { QueryClient } from '@tanstack/react-query'

/** Refetches everything after a change of the user's teams, since all data depends on the current team. */
export const refreshTeams = (queries: QueryClient): Promise<void> => queries.invalidateQueries()
