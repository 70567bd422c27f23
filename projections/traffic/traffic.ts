import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type EventType, payloadSchemas, type RecordedEvent } from '#schemas/events/registry.ts'
import { type Deliveries, type Delivery, deliveries } from '#schemas/resources/traffic.ts'
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

/** The outcome of a message. */
type Outcome = { channel: 'mail' | 'text'; delivery: Delivery }

/** The outcome that an event records; a notification stays within the product. */
const outcomeOf = ({ type, data }: RecordedEvent): Outcome | undefined => {
  if (type === 'MailSent') return { channel: 'mail', delivery: 'sent' }
  if (type === 'TextSent') return { channel: 'text', delivery: 'sent' }
  if (type !== 'MessageDropped' || data.channel === 'notification') return undefined
  return { channel: data.channel, delivery: data.reason }
}

/** An event counts on its UTC day, once: the events of a day are applied in the order of the log. */
const count = (db: ReadDb, event: RecordedEvent): void => {
  const day = event.metadata.at.slice(0, 10)
  const counted = db.run(
    `INSERT INTO days (day, events, position) VALUES (?, 1, ?) ON CONFLICT DO UPDATE
       SET events = events + 1, position = excluded.position WHERE excluded.position > position`,
    day,
    BigInt(event.position),
  )
  const outcome = outcomeOf(event)
  if (counted === 0 || !outcome) return
  db.run(
    `INSERT INTO messages (day, channel, delivery, many) VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET many = many + 1`,
    day,
    outcome.channel,
    outcome.delivery,
  )
}

/**
 * The traffic of each UTC day: the number of events, up to where they filled the log, and the messages that were
 * delivered. A position is an offset in the log, so that two of them tell by how much it grew.
 */
export const traffic: Projection = {
  name: 'traffic',
  version: 1,
  tables: `
    CREATE TABLE days (day TEXT PRIMARY KEY, events INTEGER NOT NULL, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE messages (
      day TEXT NOT NULL, channel TEXT NOT NULL, delivery TEXT NOT NULL, many INTEGER NOT NULL,
      PRIMARY KEY (day, channel, delivery)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: Object.fromEntries(Object.keys(payloadSchemas).map((type) => [type as EventType, count])),
}
