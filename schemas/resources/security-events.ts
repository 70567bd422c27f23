import { z } from 'zod'
import { SecurityEvent } from '#schemas/rights/security-events.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'

/** Days for which security events stay counted. */
export const countedDays = 90

/** How many security events of each kind there were on a UTC day. */
const DayOfSecurityEvents = z.object({ day: CalendarDate, counts: z.record(SecurityEvent, z.int().min(0)) })

const days = `The days must be a number from 1 to ${countedDays}.`

export const listSecurityEvents = endpoint('GET /api/kiosk/security-events', {
  summary: 'How many sign-ins failed, rights were refused, and so on, on each UTC day, newest first',
  access: 'operator',
  query: z.object({
    days: z.coerce
      .number(days)
      .int(days)
      .min(1, days)
      .max(countedDays, days)
      .default(30)
      .meta({ description: 'How many days, today last.' }),
  }),
  response: z.array(DayOfSecurityEvents),
})
