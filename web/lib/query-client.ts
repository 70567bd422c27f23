import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { lineHolds } from '#web/lib/line.ts'

const retries = 2

/** Whether asking again may help: no answer came, or the server failed. A refusal stays a refusal. */
const mayPass = (error: Error): boolean => !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500

/**
 * The store of everything that the server has answered. `onSignedOut` runs when any call answers 401 (ERR2-01); where
 * none came, the line is looked at.
 */
export const createQueryClient = (onSignedOut: () => void): QueryClient => {
  const onError = (error: Error) => {
    if (!(error instanceof ApiProblem)) return
    if (error.status === 401) onSignedOut()
    if (error.status === 0) void lineHolds()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Changes are announced over the live stream, so an answer stays good for a while.
      queries: { staleTime: 60_000, retry: (failed, error) => failed < retries && mayPass(error) },
    },
  })
}
