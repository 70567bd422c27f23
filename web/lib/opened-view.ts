import { useQuery } from '@tanstack/react-query'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { listSavedViews, type SavedView } from '#schemas/resources/saved-views.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The saved views of the user and of their team. */
export const savedViewsQuery = oneQuery(listSavedViews)

/** The view that the address of a list names: undefined while it is unknown, null where there is none of this kind. */
export const useOpenedView = (kind: ArrangedKind): { isLoading: boolean; id?: string; view: SavedView | null } => {
  const { view: id } = useListAddress().address
  // Where no view is open, others that load them do not draw the list again.
  const views = id === undefined ? { ...savedViewsQuery, queryKey: ['no view'], enabled: false } : savedViewsQuery
  const { data, isLoading } = useQuery(views)
  if (id === undefined) return { isLoading: false, view: null }
  return { isLoading, id, view: data?.find((each) => each.id === id && each.kind === kind) ?? null }
}
