import { expect, test } from 'vitest'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { expiryChoiceOf, expiryChoices, expiryOf } from '#web/lib/expiry.ts'

const today = CalendarDate.parse('2026-03-01')

test('a record is due within 60 days, soon within 7, and has expired on the day after', () => {
  expect(expiryOf(null, today)).toBe(undefined)
  expect(expiryOf('01/05/2026', today)).toEqual({ words: '61 days' })
  expect(expiryOf('30/04/2026', today)).toEqual({ urgency: 'due', words: '60 days' })
  expect(expiryOf('08/03/2026', today)).toEqual({ urgency: 'soon', words: '7 days' })
  expect(expiryOf('28/02/2026', today)).toEqual({ urgency: 'expired', words: 'yesterday' })
})

test('what an address is narrowed to can be chosen, also if it is not offered otherwise', () => {
  const labels = (filter?: string) => expiryChoices(expiryChoiceOf(filter), today).map(({ label }) => label)

  const windows = ['Any expiry', 'Expired', 'Within 7 days', 'Within 30 days', 'Within 60 days']
  const usual = [...windows, 'This month', 'Next month', 'Next quarter', 'From today on']
  expect(labels()).toEqual(usual)
  expect(labels('30')).toEqual(usual)
  expect(labels('30d')).toEqual(usual)
  expect(labels('14')).toEqual([...usual, 'Within 14 days'])
  expect(labels('..2026-04-30')).toEqual([...usual, 'Until 30/04/2026'])
  expect(labels('2026-04-01..2026-06-30')).toEqual(usual)
  expect(labels('2026-04-01..2026-06-29')).toEqual([...usual, '01/04/2026 to 29/06/2026'])
})
