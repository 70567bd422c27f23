import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readValue } from '#schemas/details/field-value.ts'
import { type FieldKind, fieldKinds, plainDecimal, shownValue, valueInTable } from '#schemas/records/field-kinds.ts'

const options = [
  { id: '0199aaaa-0000-7000-8000-000000000001', name: 'Gas' },
  { id: '0199aaaa-0000-7000-8000-000000000002', name: 'Oil & wood' },
]
const field = (kind: FieldKind) => ({ kind, name: 'Meter', options })
const read = (kind: FieldKind, sent: string) => readValue(field(kind), sent)
const value = (kind: FieldKind, sent: string) => {
  const found = read(kind, sent)
  return 'value' in found ? found.value : null
}

/** Texts that are values of a kind, in any spelling. */
const written: Record<FieldKind, fc.Arbitrary<string>> = {
  text: fc.string({ unit: 'grapheme', maxLength: 60 }),
  note: fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })).map((lines) => lines.join('\r\n')),
  number: fc
    .tuple(fc.constantFrom('', '-', '+'), fc.bigInt(0n, 10n ** 9n), fc.constantFrom('', '.', '.0', '.50', '.000125'))
    .map(([sign, whole, part]) => `${sign}00${whole}${part}`),
  date: fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  choice: fc.constantFrom(...options.map(({ id }) => id.toUpperCase())),
  yes_no: fc.constantFrom('true', 'false'),
  link: fc.webUrl({ withQueryParameters: true }),
  email: fc.tuple(fc.stringMatching(/^[a-z]{1,9}$/), fc.domain()).map((parts) => parts.join('@')),
  phone: fc.stringMatching(/^\+?[\d ().-]{6,30}$/),
}

describe('a value', () => {
  test.each(fieldKinds)('of %s reads the same once it was read', (kind) => {
    fc.assert(
      fc.property(written[kind], (text) => {
        const once = value(kind, text)
        fc.pre(once !== null)
        expect(value(kind, once)).toBe(once)
        expect(once).toBe(once.trim())
        // What a table shows of it is read as the same.
        if (kind !== 'note') expect(value(kind, valueInTable(field(kind), shownValue(field(kind), once)))).toBe(once)
      }),
    )
  })

  test('of a number keeps each digit, and says nothing twice', () => {
    const pairs = { '007.50': '7.5', '+3': '3', '-0.0': '0', '.5': '0.5', '5.': '5', '-7.5': '-7.5' }
    expect(Object.keys(pairs).map(plainDecimal)).toEqual(Object.values(pairs))
    expect(plainDecimal('123456789012345')).toBe('123456789012345')
    expect(plainDecimal('0.10000000000001')).toBe('0.10000000000001')
    for (const no of ['', '.', '1e5', '1,5', '0x1', '--1', ' 1', '1234567890123456', '0.123456789012345']) {
      expect(plainDecimal(no)).toBeUndefined()
    }
  })

  test('is refused where it is not of its kind, in a sentence that names the field', () => {
    const refused: [FieldKind, string][] = [
      ['text', ' \u200b '],
      ['text', 'x'.repeat(501)],
      ['note', 'x'.repeat(5001)],
      ['number', '1e5'],
      ['date', '31/02/2026'],
      ['date', 'soon'],
      ['choice', 'Gas'],
      ['yes_no', 'yes'],
      ['link', 'javascript:alert(1)'],
      ['link', 'ftp://example.com'],
      ['link', 'example.com'],
      ['link', 'https://'],
      ['link', 'https://exa mple.com'],
      ['email', 'ann'],
      ['phone', 'ask Ann'],
    ]
    for (const [kind, sent] of refused) expect(read(kind, sent)).toEqual({ error: expect.stringContaining('Meter') })
  })

  test('of a text is one line, and of a note has its lines', () => {
    expect(value('text', ' key\nsafe\u202e ')).toBe('key safe')
    expect(value('note', 'one\r\n\ttwo\u0007\rthree ')).toBe('one\n\ttwo\nthree')
  })

  test('of a date is a day in either spelling', () => {
    expect(value('date', '05/03/2026')).toBe('2026-03-05')
    expect(shownValue(field('date'), '2026-03-05')).toBe('05/03/2026')
  })

  test('of a table may be the name of an option in any case, and yes, no, true or false', () => {
    const cells = ['gas', 'OIL & WOOD', 'Coal']
    expect(cells.map((cell) => valueInTable(field('choice'), cell))).toEqual([options[0]?.id, options[1]?.id, 'Coal'])
    const said = ['Yes', 'NO', 'true', ' False ']
    expect(said.map((cell) => valueInTable(field('yes_no'), cell))).toEqual(['true', 'false', 'true', 'false'])
  })
})
