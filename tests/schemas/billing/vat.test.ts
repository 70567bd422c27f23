import { describe, expect, test } from 'vitest'
import { asksVat, vatCountries } from '#schemas/billing/vat.ts'

describe('VAT', () => {
  test('[VAL2-10] is asked for only where it is collected, and only in its countries', () => {
    expect(asksVat(true, 'GB')).toBe(true)
    expect(asksVat(false, 'GB')).toBe(false)
    expect(asksVat(true, 'US')).toBe(false)
  })

  test('[VAL2-11] has exactly these countries', () => {
    const named = 'BE BG CZ DK DE EE IE GR ES FR HR IT CY LV LT LU HU MT NL AT PL PT RO SI SK FI SE GB'
    expect(vatCountries.join(' ')).toBe(named)
  })
})
