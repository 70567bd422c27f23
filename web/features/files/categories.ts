import { useQuery } from '@tanstack/react-query'
import { type CategoryChoice, selectCategories } from '#schemas/resources/categories.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

const none: readonly CategoryChoice[] = []

/** The query of the team's categories, disabled for users who may not see them. */
export const useCategoryChoices = () =>
  useQuery({ ...oneQuery(selectCategories), enabled: useCan()('categories.view') })

/** The team's categories in tree order; empty for users who may not see them, undefined while they load. */
export const useCategories = (): readonly CategoryChoice[] | undefined => {
  const { data, isLoading } = useCategoryChoices()
  return isLoading ? undefined : (data ?? none)
}
