import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { expiryByRule } from '#schemas/time/expiry-rule.ts'
import type { UploadTarget } from './upload-target.ts'

/**
 * When a new file expires, as its upload records it: on the day that was sent, never if that is null, and by the rule of
 * its categories if none was sent (docs/decisions/2026-11-23-expiry-dates.md).
 */
export const expiryOf = (
  sent: CalendarDate | null | undefined,
  completed_at: CalendarDate,
  { labels, visitEnd }: Pick<UploadTarget, 'labels' | 'visitEnd'>,
) => {
  const rule = sent === undefined ? expiryByRule(labels, { completed_at, visitEnd }) : undefined
  if (!rule) return { expires_at: sent ?? null }
  const { category, months, after, expires_at } = rule
  return { expires_at, expiryRule: { categoryId: category.id, months, after } }
}
