import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '#web/lib/address-search.ts'
import { listAddressIn } from '#web/lib/list-address.ts'

test('an address keeps each text as it was typed, one of digits too', () => {
  expect(listAddressIn(parseSearch('?field.f1=1e5&search=007.50'))).toEqual({ 'field.f1': '1e5', search: '007.50' })
  for (const text of ['1e5', '12345678901234567890', '2026', '-7.5', 'true', 'null', '"quoted"', '[1]', 'a&b=c']) {
    const { 'field.f1': again } = listAddressIn(parseSearch(stringifySearch({ 'field.f1': text })))
    expect(again).toBe(text)
  }
})
