import { useQueryClient } from '@tanstack/react-query'

/** The keys of what a kiosk page shows of a user or a team: profile, discount and history. */
export const accountKeys = [['operator'], ['signed-in'], ['history']]

/** Returns a function that loads all of it again. */
export const useRefreshAccounts = () => {
  const queries = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all(accountKeys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
