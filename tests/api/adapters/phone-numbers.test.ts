import { expect, test } from 'vitest'
import { dialledNumber } from '#api/adapters/phone-numbers.ts'

test.each([
  ['44', '07700 900123', '+447700900123'],
  ['+44', '7700900123', '+447700900123'],
  ['gb', '07700 900123', '+447700900123'],
  ['1', '(201) 555-0123', '+12015550123'],
])('%s %s is dialled %s', async (country, number, dialled) => {
  expect(await dialledNumber(country, number)).toBe(dialled)
})

test.each([
  ['44', '12'],
  ['44', 'hello'],
  ['zz', '07700 900123'],
  ['', '07700 900123'],
])('%j %j can be nobody', async (country, number) => {
  expect(await dialledNumber(country, number)).toBeUndefined()
})
