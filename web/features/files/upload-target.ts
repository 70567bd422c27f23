import type { FilesScope } from '#web/features/files/files-scope.ts'
import { dayMonthYear, todayHere } from '#web/lib/dates.ts'

/** The ancestry and labels of new files; an empty id means that none is chosen, a date is `yyyy-mm-dd`. */
export type UploadTarget = {
  site_id: string
  visit_id: string
  categories: string[]
  completed_at: string | null
  expires_at: string | null
  /** Who set the expiry date: while it is the rule of a category, it follows from the other fields. */
  expiry_by: 'category' | 'person'
}

/** The ids that the scope determines. */
const fixedTarget = (scope: FilesScope): Pick<UploadTarget, 'site_id' | 'visit_id'> => {
  if (scope.kind === 'visit') return { site_id: scope.visit.site_id, visit_id: scope.visit.id }
  return { site_id: scope.kind === 'site' ? scope.site.id : '', visit_id: '' }
}

/** The initial target of a new file; its completion date is today. */
export const initialTarget = (scope: FilesScope, categories: readonly string[] = []): UploadTarget => ({
  ...fixedTarget(scope),
  categories: [...categories],
  completed_at: todayHere(),
  expires_at: null,
  expiry_by: 'category',
})

/** A target with another site: the visit of the previous site does not belong to it (D-04). */
export const atSite = (site_id: string): Partial<UploadTarget> => ({ site_id, visit_id: '' })

/** A date in the format of the request; empty when none is picked. */
export const sentDay = (day: string | null): string => (day ? dayMonthYear(day) : '')

/** The expiry date in the format of the request; left out where the server gives it by the rule of a category. */
export const sentExpiry = ({ expires_at, expiry_by }: Pick<UploadTarget, 'expires_at' | 'expiry_by'>) =>
  expiry_by === 'category' ? {} : { expires_at: sentDay(expires_at) }
