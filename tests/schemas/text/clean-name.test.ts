import { expect, test } from 'vitest'
import { clientDetails } from '#schemas/details/client.ts'
import { cleanName, isVisible } from '#schemas/text/clean-name.ts'
import { isName, naughtyStrings } from '#tests/fixtures/naughty-strings.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'

test.each([
  ['a\r\nSet-Cookie: x=1.png', 'a Set-Cookie: x=1.png'],
  ['Acme\tLtd\u2028London', 'Acme Ltd London'],
  ['\u202etxt.exe', 'txt.exe'],
  ['\u2067in\u2066voice\u2069', 'invoice'],
  ['nul\u0000bell\u0007\u001b[31m\u007f\u0080', 'nulbell[31m'],
  ['👩‍👩‍👧‍👦 e\u0301té سلام \u200fשלום', '👩‍👩‍👧‍👦 e\u0301té سلام \u200fשלום'],
])('[D-103] %j is the name %j', (typed, name) => {
  expect(cleanName(typed)).toBe(name)
})

test.each(['', ' ', '\u3000', '\u200b\u200d', '\u00ad', '\u115f\u3164', '\u2800', '\ufe0f'])(
  '[D-103] %j has nothing to see and is no name',
  (typed) => {
    expect(isVisible(typed)).toBe(false)
    const { error } = clientDetails.added.name.safeParse(typed)
    expect(error?.issues.map(({ message }) => message)).toEqual(['The name field is required.'])
  },
)

test.each(['a', '.', '東', '🔥', '\u{10ffff}', '\u200bx'])('%j can be seen', (typed) => {
  expect(isVisible(typed)).toBe(true)
})

const changesNames = declaredEndpoints.filter(
  ([, { method, access, body }]) => method === 'PUT' && /^\w+\.\w+$/.test(access) && 'name' in (body?.shape ?? {}),
)

test.each(changesNames)('[D-103] %s takes any text for a name but for what cannot be seen', (_, { body }) => {
  for (const text of naughtyStrings)
    expect([text, body?.shape.name?.safeParse(text).data]).toEqual([text, isName(text) ? cleanName(text) : undefined])
})
