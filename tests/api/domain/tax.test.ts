import { describe, expect, test } from 'vitest'
import { vatNumberIn } from '#api/adapters/vat-numbers.ts'
import { taxOn } from '#api/domain/tax.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'

const day = CalendarDate.parse('2026-11-22')
const rules = { collected: true, home: 'GB', numberIn: vatNumberIn }
const place = { city: 'Leeds', state: 'Yorkshire', zip: 'LS1', country: 'GB', vatId: null }

describe('[D-69] the tax of a payer', () => {
  test('is the standard rate of their country', () => {
    expect(taxOn(day, place, rules)).toEqual({ rate: 20, country: 'GB', vat: 'charged', number: null })
    expect(taxOn(day, { ...place, country: 'FI' }, rules)).toMatchObject({ rate: 25.5, country: 'FI', vat: 'charged' })
    expect(taxOn(CalendarDate.parse('2024-08-31'), { ...place, country: 'FI' }, rules).rate).toBe(24)
  })

  test('is due from a recipient who has a valid number in a country other than the seller’s', () => {
    const german = { ...place, country: 'DE', vatId: 'DE 136695976' }

    expect(taxOn(day, german, rules)).toEqual({ rate: 0, country: null, vat: 'reverse-charge', number: 'DE136695976' })
    expect(taxOn(day, { ...place, vatId: 'GB980780684' }, rules)).toMatchObject({ rate: 20, number: 'GB980780684' })
    expect(taxOn(day, { ...german, vatId: 'FR40303265045' }, rules)).toMatchObject({ rate: 19, vat: 'charged' })
    expect(taxOn(day, { ...german, vatId: 'DE136695977' }, rules)).toMatchObject({ rate: 19, number: null })
  })

  test.each(['city', 'state', 'zip', 'country'])('is none without %s', (part) => {
    expect(taxOn(day, { ...place, [part]: null }, rules)).toMatchObject({ rate: 0, vat: 'outside-scope' })
  })

  test('is none in other countries, and where it is not collected', () => {
    expect(taxOn(day, { ...place, country: 'US' }, rules)).toMatchObject({ rate: 0, vat: 'outside-scope' })
    expect(taxOn(day, place, { ...rules, collected: false })).toMatchObject({ rate: 0, vat: 'not-collected' })
  })
})
