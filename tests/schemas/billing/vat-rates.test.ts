import published from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { vatRateOn } from '#api/domain/tax.ts'
import { vatCountries } from '#schemas/billing/vat.ts'

/** Rates as a package keeps them: today's, and those that ended, each under the instant at which it did. */
const kept: Record<string, { rate: number; before?: Record<string, { rate: number }> }> = published

const percent = ({ rate }: { rate: number } = { rate: Number.NaN }): number => Number((rate * 100).toFixed(2))

const daysFrom = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

describe('rates of VAT', () => {
  test.each([...vatCountries])('of %s are today what others say', (country) => {
    expect(vatRateOn(country, '2026-11-22')).toBe(percent(kept[country]))
  })

  // An instant is that of some midnight; two days before and after it there is no doubt.
  test.each(
    vatCountries.flatMap((country) => Object.entries(kept[country]?.before ?? {}).map(([until]) => [country, until])),
  )('of %s before and after %s are what others say', (country = '', until = '') => {
    const ended = Object.entries(kept[country]?.before ?? {}).toSorted(([one], [other]) => one.localeCompare(other))
    const next = ended.find(([each]) => each > until)?.[1] ?? kept[country]

    expect(vatRateOn(country, daysFrom(until, -2))).toBe(percent(kept[country]?.before?.[until]))
    expect(vatRateOn(country, daysFrom(until, 2))).toBe(percent(next))
  })

  test.each([
    ['EE', '2025-06-30', 22],
    ['EE', '2025-07-01', 24],
    ['RO', '2025-07-31', 19],
    ['RO', '2025-08-01', 21],
    ['SK', '2024-12-31', 20],
    ['SK', '2025-01-01', 23],
    ['FI', '2024-08-31', 24],
    ['FI', '2024-09-01', 25.5],
  ])('of %s on %s are %d', (country, day, rate) => {
    expect(vatRateOn(country, day)).toBe(rate)
  })

  test('are none where European VAT is not collected', () => {
    for (const country of ['US', 'CH', 'NO', '', 'ZZ']) expect(vatRateOn(country, '2026-11-22')).toBeUndefined()
  })
})
