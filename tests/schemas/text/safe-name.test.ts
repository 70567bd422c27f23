import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeName, uniqueNames } from '#schemas/text/safe-name.ts'

test.each([
  ['Gas: safe/unsafe?.pdf', 'Gas- safe-unsafe-.pdf'],
  ['..', '_'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['.profile', 'profile'],
  ['C:\\Windows', 'C--Windows'],
  ['CON', '_CON'],
  ['nul.pdf', '_nul.pdf'],
  ['lpt1.tar.gz', '_lpt1.tar.gz'],
  ['Console.pdf', 'Console.pdf'],
  ['Trailing. . ', 'Trailing'],
  [' ', '_'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['Świętokrzyska 東京', 'Świętokrzyska 東京'],
  ['e\u0301', '\u00e9'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(75)}.pdf`],
])('%j becomes %j', (name, safe) => {
  expect(safeName(name, 80)).toBe(safe)
})

test('any name is one part of a path on every system', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const safe = safeName(name, 50)
      expect(safe).not.toMatch(/[<>:"/\\|?*\p{Cc}]|^\.|[\s.]$/u)
      expect(safe.length).toBeGreaterThan(0)
      expect(safe.length).toBeLessThanOrEqual(51)
      expect(safe.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255)
    }),
  )
})

test('names are unique in their folder, also where case does not count', () => {
  const named = uniqueNames()
  const names = ['Plan.pdf', 'plan.PDF', 'Plan.pdf', 'Plan (2).pdf', 'Plan (2).pdf'].map((name) => named('a', name, 80))
  const long = [1, 2].map(() => named('a', `${'x'.repeat(90)}.pdf`, 20))

  expect(names).toEqual(['a/Plan.pdf', 'a/plan (2).PDF', 'a/Plan (3).pdf', 'a/Plan (2) (2).pdf', 'a/Plan (2) (3).pdf'])
  expect(named('b', 'Plan.pdf', 80)).toBe('b/Plan.pdf')
  expect(long.map((each) => each.length)).toEqual([21, 22])
  expect(new Set(long).size).toBe(2)
})
