import { plusMonths, toIsoDate } from '#schemas/dates.ts'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import type { UploadTarget } from '#web/features/files/upload-target.ts'
import { counted } from '#web/lib/counted.ts'

type Day = Parameters<typeof plusMonths>[0]
type Target = Pick<UploadTarget, 'categories' | 'visit_id' | 'completed_at'>
type Known = {
  categories: readonly Pick<CategoryChoice, 'id' | 'name' | 'expires_after_months'>[]
  visits: readonly Pick<Visit, 'id' | 'ended_at'>[]
}

/**
 * The expiry date of new files by the rule of their categories, the shortest if there are several: so many months after
 * the end of their visit, or after their completion if they have no visit. `words` say so.
 */
export const defaultExpiry = (target: Target, { categories, visits }: Known) => {
  const [rule] = categories
    .flatMap(({ id, name, expires_after_months: months }) =>
      months !== null && target.categories.includes(id) ? [{ name, months }] : [],
    )
    .toSorted((one, other) => one.months - other.months)
  const visit = visits.find(({ id }) => id === target.visit_id)
  const from = visit ? toIsoDate(visit.ended_at) : target.completed_at
  if (!rule || !from) return undefined
  return {
    expires_at: plusMonths(from as Day, rule.months),
    words: `${rule.name}: ${counted(rule.months, 'month', 'months')} after ${visit ? 'the visit' : 'completion'}`,
  }
}
