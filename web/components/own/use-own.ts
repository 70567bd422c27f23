import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import { fieldsQuery } from '#web/lib/own-fields.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useFree } from '#web/lib/when-answered.ts'

const kitQuery = { queryKey: ['own'], queryFn: retryingImport(() => import('#web/components/own/kit.ts')) }

/** Where this browser knows that a team had own fields. */
const hint = 'siteledger:own-fields'

/**
 * The own fields of a noun, or of all, with what shows and asks for their values; undefined where a team has none. They are
 * asked for once the page has what it needs, or at once where there were any, and their code where there are.
 */
export const useOwn = (of?: FieldNoun) => {
  const isFree = useFree()
  const { data = [], isSuccess } = useQuery({ ...fieldsQuery, enabled: isFree || localStorage.getItem(hint) !== null })
  const hasAny = data.length > 0
  useEffect(() => {
    if (hasAny) localStorage.setItem(hint, 'true')
    else if (isSuccess) localStorage.removeItem(hint)
  }, [hasAny, isSuccess])
  const { data: kit } = useQuery({ ...kitQuery, enabled: hasAny, staleTime: Number.POSITIVE_INFINITY })
  const fields = data.filter((field) => of === undefined || field.of === of)
  return kit && fields.length > 0 ? kit.ownOf(fields) : undefined
}
