import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useState } from 'react'
import { inAnyOrder } from '#web/lib/queries.ts'

/** From so many records on a list is long. */
const long = 30

/** Whether the list around is long. */
export const LongList = createContext(false)

/** The places of the lists that have been long: what narrows one leaves it as it is. */
const known = new WeakMap<QueryClient, Set<string>>()

const knownTo = (queries: QueryClient): Set<string> => {
  const places = known.get(queries) ?? new Set()
  known.set(queries, places)
  return places
}

/** The place of a list, by its key, the same however it is searched, narrowed or sorted; that of a team has no params. */
const placeOf = ([resource, , , params]: readonly unknown[]): string =>
  `${resource} ${(params as { id?: string } | undefined)?.id ?? ''}`

/**
 * Whether a list is long, by its key and the total that was answered. It is so from its beginning: one that grows stays as it
 * is under the hands of its reader, until they ask for another part of it or come back. One that has been emptied is not long.
 */
export const useIsLong = (key: readonly unknown[], total: number | undefined, isEmpty: boolean): boolean => {
  const places = knownTo(useQueryClient())
  const [begun, begin] = useState<string>()
  if (total !== undefined && begun !== inAnyOrder(key)) {
    begin(inAnyOrder(key))
    if (total >= long) places.add(placeOf(key))
  }
  if (total !== undefined && isEmpty) places.delete(placeOf(key))
  return places.has(placeOf(key))
}
