import { counted } from '#schemas/text/counted.ts'
import { plusMonths } from './dates.ts'

/** A calendar date: `yyyy-mm-dd`. Its schema is in calendar-date.ts, since this file also runs in the browser. */
type CalendarDate = Parameters<typeof plusMonths>[0]

type Category = { name: string; expires_after_months: number | null }
/** The days of a new file that a rule may count from; `visitEnd` is null for a file without a visit. */
type Days = { completed_at: CalendarDate; visitEnd: CalendarDate | null }
type Counted = { name: string; months: number; after: 'visit' | 'completion' }

/**
 * The expiry date of a new file by the rules of its categories, the shortest if there are several: so many months after
 * the last day of its visit, or after its completion if it has no visit. Undefined where no category has a rule.
 */
export const expiryByRule = <Of extends Category>(categories: readonly Of[], { completed_at, visitEnd }: Days) => {
  const [rule] = categories
    .flatMap((category) =>
      category.expires_after_months === null ? [] : [{ category, months: category.expires_after_months }],
    )
    .toSorted((one, other) => one.months - other.months)
  if (!rule) return undefined
  const after: Counted['after'] = visitEnd === null ? 'completion' : 'visit'
  return { ...rule, after, expires_at: plusMonths(visitEnd ?? completed_at, rule.months) }
}

/** 'Gas: 12 months after completion', 'Lifts: 6 months after the visit'. */
export const expiryRuleWords = ({ name, months, after }: Counted): string =>
  `${name}: ${counted(months, 'month')} after ${after === 'visit' ? 'the visit' : 'completion'}`
