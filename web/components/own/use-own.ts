import { useQuery } from '@tanstack/react-query'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import { fieldsQuery } from '#web/lib/own-fields.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useFree } from '#web/lib/when-answered.ts'

const kitQuery = { queryKey: ['own'], queryFn: retryingImport(() => import('#web/components/own/kit.ts')) }

/**
 * The own fields of a noun, or of all, with what shows and asks for their values; undefined where a team has none. They are
 * asked for once the page has what it needs, and their code where there are any.
 */
export const useOwn = (of?: FieldNoun) => {
  const { data = [] } = useQuery({ ...fieldsQuery, enabled: useFree() })
  const { data: kit } = useQuery({ ...kitQuery, enabled: data.length > 0, staleTime: Number.POSITIVE_INFINITY })
  const fields = data.filter((field) => of === undefined || field.of === of)
  return kit && fields.length > 0 ? kit.ownOf(fields) : undefined
}
