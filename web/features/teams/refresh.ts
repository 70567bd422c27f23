import type { QueryClient } from '@tanstack/react-query'

/** Asks again for the user and the teams, and for everything that depends on which of them is worked in. */
export const refreshTeams = (queries: QueryClient): Promise<void> => queries.invalidateQueries()
