import { expect, test } from 'vitest'
import { percentChange } from '#web/features/kiosk/metrics/revenue.tsx'

test.each([
  [38, 34.83, '+9%'],
  [34.83, 38, '-8%'],
  [100.4, 100, '0%'],
  [99.6, 100, '0%'],
  [5, -10, '+150%'],
])('[CONST2-22] from %d to %d is rounded to a whole number, with + when positive', (now, before, shown) => {
  expect(percentChange(now, before)).toBe(shown)
})

test.each([0, null])('[D-62] nothing is said against %s', (before) => {
  expect(percentChange(12, before)).toBeNull()
})
