import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that loads again what a kiosk page shows of a user or a team: profile, discount and history. */
export const useRefreshAccounts = () => {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    const shown = ['operator', 'signed-in', 'history']
    await Promise.all(shown.map((resource) => queries.invalidateQueries({ queryKey: [resource] })))
  }
}
