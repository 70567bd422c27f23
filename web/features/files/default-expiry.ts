import type { CategoryChoice } from '#schemas/resources/categories.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import { toIsoDate } from '#schemas/time/dates.ts'
import { expiryByRule, expiryRuleWords } from '#schemas/time/expiry-rule.ts'
import type { UploadTarget } from '#web/features/files/upload-target.ts'

type Day = Parameters<typeof expiryByRule>[1]['completed_at']
type Target = Pick<UploadTarget, 'categories' | 'visit_id'> & { completed_at: string }
type Known = {
  categories: readonly Pick<CategoryChoice, 'id' | 'name' | 'expires_after_months'>[]
  visits: readonly Pick<Visit, 'id' | 'ended_at'>[]
}

/**
 * The expiry date that the server will give new files by the rule of their categories, for the form to show; `words` say
 * where it comes from.
 */
export const defaultExpiry = (target: Target, { categories, visits }: Known) => {
  const chosen = categories.filter(({ id }) => target.categories.includes(id))
  const visit = visits.find(({ id }) => id === target.visit_id)
  const found = expiryByRule(chosen, {
    completed_at: target.completed_at as Day,
    visitEnd: visit ? (toIsoDate(visit.ended_at) as Day) : null,
  })
  return found && { expires_at: found.expires_at, words: expiryRuleWords({ name: found.category.name, ...found }) }
}
