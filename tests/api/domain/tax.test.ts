import { describe, expect, test } from 'vitest'
import { taxOn } from '#api/domain/tax.ts'
import { CalendarDate } from '#schemas/calendar-date.ts'

const day = CalendarDate.parse('2026-11-22')
const rules = { collected: true, home: 'GB' }
const location = { city: 'Leeds', state: 'Yorkshire', zip: 'LS1', country: 'GB', numberCountry: null }

describe('[D-69] the tax of a payer', () => {
  test('is the standard rate of their country', () => {
    expect(taxOn(day, location, rules)).toEqual({ rate: 20, vat: 'charged' })
    expect(taxOn(day, { ...location, country: 'FI' }, rules)).toEqual({ rate: 25.5, vat: 'charged' })
    expect(taxOn(CalendarDate.parse('2024-08-31'), { ...location, country: 'FI' }, rules).rate).toBe(24)
  })

  test('is due from a recipient who has a number in a country other than the seller’s', () => {
    const german = { ...location, country: 'DE', numberCountry: 'DE' }

    expect(taxOn(day, german, rules)).toEqual({ rate: 0, vat: 'reverse-charge' })
    expect(taxOn(day, { ...location, numberCountry: 'GB' }, rules)).toEqual({ rate: 20, vat: 'charged' })
    expect(taxOn(day, { ...german, numberCountry: 'FR' }, rules)).toEqual({ rate: 19, vat: 'charged' })
  })

  test.each(['city', 'state', 'zip', 'country'])('is none without %s', (part) => {
    expect(taxOn(day, { ...location, [part]: null }, rules)).toEqual({ rate: 0, vat: 'outside-scope' })
  })

  test('is none in other countries, and where it is not collected', () => {
    expect(taxOn(day, { ...location, country: 'US' }, rules)).toEqual({ rate: 0, vat: 'outside-scope' })
    expect(taxOn(day, location, { ...rules, collected: false })).toEqual({ rate: 0, vat: 'not-collected' })
  })
})
