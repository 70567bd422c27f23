import { describe, expect, test } from 'vitest'
import { ClientId, ContentHash } from '#schemas/ids.ts'

describe('an id', () => {
  const id = '0198c0de-aaaa-7bbb-8ccc-0123456789ab'

  test('is a UUID, in lower case however it was given', () => {
    expect(ClientId.parse(id)).toBe(id)
    expect(ClientId.parse(id.toUpperCase())).toBe(id)
  })

  test.each([
    '',
    '0',
    'client-1',
    `${id} `,
    `{${id}}`,
    id.replaceAll('-', ''),
    '../../etc/passwd',
    '__proto__',
    null,
    7,
    [id],
  ])('is not %j', (input) => {
    expect(ClientId.safeParse(input).success).toBe(false)
  })
})

test('a content hash is 64 hexadecimal digits in lower case', () => {
  expect(ContentHash.safeParse('a1'.repeat(32)).success).toBe(true)
  expect(ContentHash.safeParse('A1'.repeat(32)).success).toBe(false)
  expect(ContentHash.safeParse('a1'.repeat(31)).success).toBe(false)
  expect(ContentHash.safeParse(`../${'a'.repeat(61)}`).success).toBe(false)
})
