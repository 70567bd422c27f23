import { expect, test } from 'vitest'
import { presentCalendar } from '#api/presenters/calendar.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'

const entry = {
  kind: 'files',
  id: 'f1',
  name: 'Gas',
  site: 'Depot',
  expires_at: CalendarDate.parse('2026-12-01'),
} as const
const written = (changes: object) => presentCalendar([{ ...entry, ...changes }], 'https://sites.example.com:8443')
const summaryIn = (text: string) => /^SUMMARY:(.*)$/m.exec(text.replaceAll('\r\n ', '').replaceAll('\r', ''))?.[1]

test('an event of a whole day names the record, its site and its page', () => {
  expect(written({}).split('\r\n').slice(6)).toEqual([
    'BEGIN:VEVENT',
    'UID:files-f1@sites.example.com',
    'DTSTAMP:20261201T000000Z',
    'DTSTART;VALUE=DATE:20261201',
    'SUMMARY:Gas · Depot',
    'URL:https://sites.example.com:8443/dashboard#/files/file/f1',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test.each([
  ['punctuation', 'a, b; c\\d', 'a\\, b\\; c\\\\d'],
  ['line breaks', 'a\r\nBEGIN:VEVENT\nb\rc', 'a\\nBEGIN:VEVENT\\nb\\nc'],
  ['many characters', '建物の消防検査報告書'.repeat(9), '建物の消防検査報告書'.repeat(9)],
  ['pictures', '🏢'.repeat(63), '🏢'.repeat(63)],
])('a name with %s stays one value, in lines of 75 octets at most', (_, name, summary) => {
  const text = written({ name, site: null })

  expect(summaryIn(text)).toBe(summary)
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\uFFFD]/)
})
