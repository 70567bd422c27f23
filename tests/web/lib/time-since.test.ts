import { expect, test } from 'vitest'
import { timeSince } from '#web/lib/time-since.ts'

const now = new Date('2026-11-23T12:00:00Z')

test.each([
  ['2026-11-23T11:59:30Z', 'just now'],
  ['2026-11-23T11:59:00Z', '1 minute ago'],
  ['2026-11-23T09:00:01Z', '2 hours ago'],
  ['2026-11-20T11:00:00Z', '3 days ago'],
])('%s was %s at noon', (instant, words) => {
  expect(timeSince(instant, now)).toBe(words)
})
