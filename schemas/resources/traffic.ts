import { z } from 'zod'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'

/** The outcome of a message: sent, without a recipient, too old to be of use, or refused for good. */
export const deliveries = ['sent', 'nobody', 'too-old', 'refused'] as const
export type Delivery = (typeof deliveries)[number]

const many = z.int().min(0)
const Deliveries = z.object({ sent: many, nobody: many, 'too-old': many, refused: many })
export type Deliveries = z.infer<typeof Deliveries>

/** The traffic of a UTC day. */
const DayOfTraffic = z.object({
  day: CalendarDate,
  events: many,
  /** Bytes by which the log grew: offsets in it, before the event store compresses or indexes anything. */
  log_bytes: many,
  mails: Deliveries,
  texts: Deliveries,
})
export type DayOfTraffic = z.infer<typeof DayOfTraffic>

/** The most days that are asked for at once. */
const mostDays = 366
const days = `The days must be a number from 1 to ${mostDays}.`

export const listTraffic = endpoint('GET /api/kiosk/traffic', {
  summary: 'Events, the growth of the log, and mails and texts by what became of them, on each UTC day, newest first',
  access: 'operator',
  query: z.object({
    days: z.coerce
      .number(days)
      .int(days)
      .min(1, days)
      .max(mostDays, days)
      .default(30)
      .meta({ description: 'How many days, today first.' }),
  }),
  response: z.array(DayOfTraffic),
})
