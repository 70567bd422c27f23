import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { whenOnline } from '#web/lib/connection.ts'

const retries = 2

/** Whether a retry may help: no response arrived, or the server failed. A refusal is final. */
const mayPass = (error: Error): boolean => !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500

/**
 * The query cache. `onSignedOut` runs when any call answers 401, `onUnpaid` when one answers 402. When no response
 * arrives, the connection is probed.
 */
export const createQueryClient = (onSignedOut: () => void, onUnpaid: () => void): QueryClient => {
  const onError = (error: Error) => {
    if (!(error instanceof ApiProblem)) return
    if (error.status === 401) onSignedOut()
    if (error.status === 402) onUnpaid()
    if (error.status === 0) void whenOnline()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The live stream announces changes, so cached data stays fresh for a while.
      queries: { staleTime: 60_000, retry: (failed, error) => failed < retries && mayPass(error) },
    },
  })
}
