import type { FilesScope } from '#web/features/files/files-scope.ts'
import { dayMonthYear, todayHere } from '#web/lib/dates.ts'

/** What new files hang on and are labelled with; an empty id stands for none yet, a day is `yyyy-mm-dd`. */
export type UploadPlace = { site_id: string; visit_id: string; categories: string[]; completed_at: string | null }

/** What a scope leaves no choice about. */
const fixedPlace = (scope: FilesScope): Pick<UploadPlace, 'site_id' | 'visit_id'> => {
  if (scope.kind === 'visit') return { site_id: scope.visit.site_id, visit_id: scope.visit.id }
  return { site_id: scope.kind === 'site' ? scope.site.id : '', visit_id: '' }
}

/** Where a new file goes unless somebody says otherwise; it was completed today (VAL-12). */
export const firstPlace = (scope: FilesScope): UploadPlace => ({
  ...fixedPlace(scope),
  categories: [],
  completed_at: todayHere(),
})

/** A place with another site: the visits of the one before are none of its own (D-04). */
export const atSite = (site_id: string): Partial<UploadPlace> => ({ site_id, visit_id: '' })

/** A day as it is sent; none where none is picked. */
export const sentDay = (day: string | null): string => (day ? dayMonthYear(day) : '')
