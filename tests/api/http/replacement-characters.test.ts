import { describe, expect, test } from 'vitest'
import { countReplacements, replacementsIn } from '#api/http/replacement-characters.ts'

const text = 'a\ufffdb\ufffd\ufffd \uffff \u00bf\ufffd'

describe('replacement characters that were sent', () => {
  test.each([1, 2, 3, 4, 5, 100])('are counted in chunks of %d bytes', (length) => {
    const bytes = Buffer.from(text)
    const count = countReplacements()
    for (let at = 0; at < bytes.length; at += length) count.add(bytes.subarray(at, at + length))

    expect(count.total).toBe(replacementsIn(text))
  })

  test('are no others: damaged bytes are decoded to more of them', () => {
    const bytes = Buffer.from('Caf\xe9 \xef\xbf', 'latin1')
    const count = countReplacements()
    count.add(bytes)

    expect([count.total, replacementsIn(bytes.toString())]).toEqual([0, 2])
  })
})
