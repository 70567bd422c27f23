import type { ReadDb } from '#projections/engine/read-db.ts'
import { type Deliveries, deliveries } from '#schemas/resources/traffic.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'

type Counted = { events: number; log_bytes: number; mails: Deliveries; texts: Deliveries }

const none = (): Deliveries => Object.fromEntries(deliveries.map((each) => [each, 0])) as Deliveries

export const trafficQueries = (db: ReadDb) => ({
  /** The events from a day on, by days; those without an event are missing. */
  since: (from: CalendarDate): ReadonlyMap<string, Counted> => {
    const days = db.all<{ day: string; events: number; log_bytes: number }>(
      `SELECT day, events, log_bytes FROM
         (SELECT day, events, position - lag(position, 1, 0) OVER (ORDER BY position) AS log_bytes FROM days)
       WHERE day >= ?`,
      from,
    )
    const counted = new Map(days.map(({ day, ...row }) => [day, { ...row, mails: none(), texts: none() }]))
    const messages = db.all<{ day: string; channel: 'mail' | 'text'; delivery: keyof Deliveries; many: number }>(
      'SELECT day, channel, delivery, many FROM messages WHERE day >= ?',
      from,
    )
    for (const { day, channel, delivery, many } of messages) {
      const of = counted.get(day)
      if (of) of[channel === 'mail' ? 'mails' : 'texts'][delivery] = many
    }
    return counted
  },
})
export type TrafficQueries = ReturnType<typeof trafficQueries>
