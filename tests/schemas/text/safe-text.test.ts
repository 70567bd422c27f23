import { expect, test } from 'vitest'
import { safeJson, safeLines, safeText } from '#schemas/text/safe-text.ts'

const steering = '\u001b[31m\u0007\u007f\u009b\u202e\u2069\u200f\u061c'

test('text of users does not control a terminal, in one line or in several', () => {
  expect(safeText(`a\n${steering}b`)).toBe(`a\u{fffd}\u{fffd}[31m${'\u{fffd}'.repeat(7)}b`)
  expect(safeLines(`a,${steering}\r\nÄ,🏴\nc\rd`)).toBe(`a,\u{fffd}[31m${'\u{fffd}'.repeat(7)}\r\nÄ,🏴\nc\u{fffd}d`)
})

test('JSON keeps its meaning, and does not control a terminal', () => {
  const json = safeJson(JSON.stringify({ [steering]: `${steering}\u2028Ä🏴` }, null, 2))

  expect(JSON.parse(json)).toEqual({ [steering]: `${steering}\u2028Ä🏴` })
  expect(json.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Bidi_Control}|\u2028/u)
})
