import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { announce } from '#web/lib/announce.ts'

/** Returns a function that refetches what a change concerns, the queries below some keys or all, and then announces it. */
export const useChanged = (...keys: QueryKey[]): ((words: string) => Promise<void>) => {
  const queries = useQueryClient()
  return async (words) => {
    await (keys.length === 0
      ? queries.invalidateQueries()
      : Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))))
    void announce(words)
  }
}
