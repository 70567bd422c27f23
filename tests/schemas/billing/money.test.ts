import { describe, expect, test } from 'vitest'
import { hasHundredths, majorUnits, showMoney } from '#schemas/billing/money.ts'

describe('money', () => {
  test.each([
    [119_000, 'gbp', '£1,190.00'],
    [5, 'eur', '€0.05'],
    [-1900, 'gbp', '-£19.00'],
    [2280, 'pln', 'PLN 22.80'],
  ])('%i of %s is shown as %s', (minor, currency, shown) => {
    expect(showMoney(minor, currency).replace(/\u00a0/g, ' ')).toBe(shown)
  })

  test('is kept in hundredths, and in no other parts', () => {
    expect(['gbp', 'eur', 'usd', 'pln', 'sek'].filter((each) => !hasHundredths(each))).toEqual([])
    expect(['jpy', 'krw', 'kwd', 'bhd', 'xyz'].filter(hasHundredths)).toEqual([])
  })

  test('leaves as major units', () => {
    expect(majorUnits(2280)).toBe(22.8)
  })
})
