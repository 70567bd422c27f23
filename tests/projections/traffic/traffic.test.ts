import { describe, expect, test } from 'vitest'
import { traffic, trafficQueries } from '#projections/traffic/traffic.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const askedBy = newCommandId()

const on = (day: string, position: number, type: 'MailSent' | 'TextSent' | 'QueuePaused'): RecordedEvent => {
  const event = recorded(type, (type === 'QueuePaused' ? { queue: 'send-mail' } : { askedBy }) as never, {
    position: String(position),
  })
  return { ...event, metadata: { ...event.metadata, at: `${day}T12:00:00.000Z` } } as RecordedEvent
}

const dropped = (
  day: string,
  position: number,
  channel: 'mail' | 'text' | 'notification',
  reason: 'nobody' | 'too-old' | 'refused',
) => {
  const event = recorded('MessageDropped', { askedBy, channel, reason }, { position: String(position) })
  return { ...event, metadata: { ...event.metadata, at: `${day}T12:00:00.000Z` } }
}

const since = (day: string, ...events: RecordedEvent[]) =>
  trafficQueries(projected(traffic, events)).since(CalendarDate.parse(day))

const none = { sent: 0, nobody: 0, 'too-old': 0, refused: 0 }

describe('the traffic of a day', () => {
  test('is its events, and by how much the log grew since the last day with any', () => {
    const rows = since(
      '2026-03-01',
      on('2026-03-01', 100, 'QueuePaused'),
      on('2026-03-01', 250, 'QueuePaused'),
      on('2026-03-04', 900, 'QueuePaused'),
    )

    expect([...rows]).toMatchObject([
      ['2026-03-01', { events: 2, log_bytes: 250 }],
      ['2026-03-04', { events: 1, log_bytes: 650 }],
    ])
  })

  test('is the same from a later day on', () => {
    const rows = since('2026-03-02', on('2026-03-01', 250, 'QueuePaused'), on('2026-03-04', 900, 'QueuePaused'))

    expect([...rows]).toMatchObject([['2026-03-04', { log_bytes: 650 }]])
  })

  test('tells what became of mails and texts; a notification is none of them', () => {
    const day = '2026-03-01'
    const rows = since(
      day,
      on(day, 1, 'MailSent'),
      on(day, 2, 'MailSent'),
      on(day, 3, 'TextSent'),
      dropped(day, 4, 'mail', 'refused'),
      dropped(day, 5, 'mail', 'too-old'),
      dropped(day, 6, 'text', 'nobody'),
      dropped(day, 7, 'notification', 'nobody'),
    )

    expect(rows.get(day)).toEqual({
      events: 7,
      log_bytes: 7,
      mails: { ...none, sent: 2, refused: 1, 'too-old': 1 },
      texts: { ...none, sent: 1, nobody: 1 },
    })
  })
})
