import { describe, expect, test } from 'vitest'
import { CalendarDate, dateField, ShownDate } from '#schemas/time/calendar-date.ts'
import { showDate, today, weekOf } from '#schemas/time/dates.ts'

const messages = (input: unknown) =>
  dateField('start date')
    .safeParse(input)
    .error?.issues.map(({ message }) => message)

describe('a date that people send', () => {
  test('[CONST1-04] may be dd/mm/yyyy, also yyyy-mm-dd', () => {
    expect(dateField('start date').parse('28/02/2026')).toBe('2026-02-28')
    expect(dateField('start date').parse('2026-02-28')).toBe('2026-02-28')
    expect(dateField('start date').parse(' 01/12/2026 ')).toBe('2026-12-01')
  })

  test.each(['', '  ', undefined, null, 20260228])('is missing as %j', (input) => {
    expect(messages(input)).toEqual(['The start date field is required.'])
  })

  test.each([
    '29/02/2026',
    '31/04/2026',
    '00/01/2026',
    '12/13/2026',
    '1/2/2026',
    '02/28/2026',
    '28.02.2026',
    '2026-2-28',
    '28/02/26',
    'tomorrow',
    '01/01/0000',
    '28/02/0026',
    '2026-02-28T10:00:00Z',
  ])('is no date as %j', (input) => {
    expect(messages(input)).toEqual(['The start date is not a valid date.'])
  })

  test('may be the 29th of February of a leap year', () => {
    expect(dateField('start date').parse('29/02/2028')).toBe('2028-02-29')
  })
})

test('[CONST1-04] a date is shown as dd/mm/yyyy', () => {
  const shown = showDate(CalendarDate.parse('2026-02-03'))

  expect(shown).toBe('03/02/2026')
  expect(ShownDate.safeParse(shown).success).toBe(true)
})

describe('today', () => {
  test('is that of the time zone, not of UTC', () => {
    const justBeforeMidnight = new Date('2026-07-31T23:30:00Z')

    expect(today(justBeforeMidnight, 'Europe/London')).toBe('2026-08-01')
    expect(today(justBeforeMidnight, 'UTC')).toBe('2026-07-31')
    expect(today(justBeforeMidnight, 'America/New_York')).toBe('2026-07-31')
  })

  test('is a calendar date', () => {
    expect(CalendarDate.safeParse(today(new Date('2026-01-02T12:00:00Z'), 'Asia/Tokyo')).success).toBe(true)
  })
})

test.each([
  ['2026-11-23', '2026-11-23', '2026-11-29'],
  ['2026-11-29', '2026-11-23', '2026-11-29'],
  ['2027-01-01', '2026-12-28', '2027-01-03'],
])('the week of %s goes from Monday %s to Sunday %s', (day, from, to) => {
  expect(weekOf(CalendarDate.parse(day))).toEqual({ from, to })
})
