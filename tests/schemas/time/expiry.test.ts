import { describe, expect, test } from 'vitest'
import { FileListQuery } from '#schemas/calls/arrangement.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { daysUntil, expiryDays, expiryWords } from '#schemas/time/expiry.ts'

const day = (text: string) => CalendarDate.parse(text)

describe('an expiry date', () => {
  test('is the last day that counts', () => {
    expect(expiryDays('expired', day('2026-03-01'))).toEqual({ to: '2026-02-28' })
    expect(expiryDays('2026-12-01..', day('2026-03-01'))).toEqual({ from: '2026-12-01' })
    expect(expiryDays('30d', day('2026-03-01'))).toEqual({ from: '2026-03-01', to: '2026-03-31' })
    expect(
      ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-13'].map((each) => daysUntil(day(each), day('2026-03-01'))),
    ).toEqual([-1, 0, 1, 12])
  })

  test('is as far away in weeks when the clocks change', () => {
    expect(daysUntil(day('2026-04-05'), day('2026-03-22'))).toBe(14)
    expect(daysUntil(day('2026-11-01'), day('2026-10-18'))).toBe(14)
  })

  test('reads as words', () => {
    expect([-1204, -2, -1, 0, 1, 2, 60].map(expiryWords)).toEqual([
      '1,204 days ago',
      '2 days ago',
      'yesterday',
      'today',
      'tomorrow',
      '2 days',
      '60 days',
    ])
  })
})

test.each([
  '',
  '0',
  '-7',
  '07',
  '10000',
  '7w',
  'Expired',
  'none',
  '..',
  '2026-12-31..2026-12-01',
  '2026-02-30..',
  '2026-01-01..2026-02-01..',
])('a list is not narrowed to what expires "%s"', (expires) => {
  expect(FileListQuery.safeParse({ expires }).success).toBe(false)
})
