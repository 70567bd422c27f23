import type { VisitRow } from '#projections/visits.ts'
import { showDate } from '#schemas/calendar-date.ts'
import type { Visit } from '#schemas/resources/visits.ts'

/** A visit as it is answered. */
export const presentVisit = ({ started_on, ended_on, ...row }: VisitRow): Visit => ({
  ...row,
  started_at: showDate(started_on),
  ended_at: showDate(ended_on),
})
