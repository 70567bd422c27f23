import { useQuery } from '@tanstack/react-query'
import { type CategoryChoice, selectCategories } from '#schemas/resources/categories.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

const none: readonly CategoryChoice[] = []

/** The team's categories in tree order; none for who may not see them, undefined until they are known. */
export const useCategories = (): readonly CategoryChoice[] | undefined => {
  const mayView = useCan()('categories.view')
  const { data, isError } = useQuery({ ...oneQuery(selectCategories), enabled: mayView })
  return mayView && !isError ? data : none
}
