import { existsSync } from 'node:fs'
import { openForReading } from '#projections/engine/read-db.ts'
import { fileOf } from '#projections/engine/read-file.ts'
import { categoryQueries } from '#projections/facilities/categories.ts'
import { complianceQueries } from '#projections/facilities/compliance.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import type { MissingCell } from '#schemas/events/expiry-reminder.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'

/** The first cells of a scope that miss a file on a day. */
export type FindMissing = (scope: Scope, on: CalendarDate, most: number) => MissingCell[]

/**
 * Reads what is missing from the API's read model, which lies in the same folder: no other knows the files of all sites.
 * It is opened anew each time, since it may be swapped.
 */
export const missingIn =
  (folder: string): FindMissing =>
  (scope, on, most) => {
    if (!existsSync(fileOf(folder, facilities))) return []
    const db = openForReading(folder, facilities)
    try {
      return categoryQueries(db).areRequired(scope.teamId) ? complianceQueries(db).missing(scope, on, most) : []
    } finally {
      db.close()
    }
  }
