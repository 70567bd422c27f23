import { expect, test } from 'vitest'
import { dayMonthYear, exactDateTime, longDate, longDateTime, shortDate, typedDay } from '#web/lib/dates.ts'

test.each([
  ['2026-11-21T09:00:00Z', 'November 21st, 2026'],
  ['2026-03-02T09:00:00Z', 'March 2nd, 2026'],
  ['2026-05-03T09:00:00Z', 'May 3rd, 2026'],
  ['2026-01-11T09:00:00Z', 'January 11th, 2026'],
  ['2026-06-30T23:30:00Z', 'July 1st, 2026'],
])('[CONST1-05] %s is %s in London', (instant, shown) => {
  expect(longDate(instant, 'Europe/London')).toBe(shown)
})

test('[CONST1-04] a picked day is sent as dd/mm/yyyy', () => {
  expect(dayMonthYear('2026-02-09')).toBe('09/02/2026')
})

test.each([
  ['2026-11-21T16:05:00Z', 'November 21st, 2026 4:05 PM'],
  ['2026-06-30T23:30:00Z', 'July 1st, 2026 12:30 AM'],
])('[CONST2-24] [CONST2-25] %s is %s in London, with its time', (instant, shown) => {
  expect(longDateTime(instant, 'Europe/London')).toBe(shown)
})

test('the history tells an instant to the second', () => {
  expect(exactDateTime('2026-06-30T23:30:09Z', 'Europe/London')).toBe('July 1st, 2026 12:30:09 AM GMT+1')
})

test('in tables an instant is its day where the team works', () => {
  expect(shortDate('2026-06-30T23:30:00Z', 'Europe/London')).toBe('01/07/2026')
})

test.each([
  ['23/11/2026', '2026-11-23'],
  [' 1/3/2026 ', '2026-03-01'],
  ['31/02/2026', null],
  ['23/11/26', null],
  ['tomorrow', null],
])('what is typed as %j is the day %s', (typed, day) => {
  expect(typedDay(typed)).toBe(day)
})
