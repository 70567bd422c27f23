import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvFormat, protectCell, unprotectCell } from '#schemas/text/csv.ts'

const formulas = ['=', '+', '-', '@', '\t', '\r', '\uff1d', '\uff0b', '\uff0d', '\uff20']
const cells = fc.string({ unit: fc.constantFrom(...formulas, "'", '"', ';', ',', '\n', 'a', '1', ' '), maxLength: 8 })

describe('a cell of CSV', () => {
  test.each(['=1+1', '+44', '-1', '@x', '\tx', '\rx', '\uff1d1', "'=1"])('%j is no formula once protected', (cell) => {
    expect(protectCell(cell)).toBe(`'${cell}`)
  })

  test.each([
    ['a;=2+3;b', "a;'=2+3;b"],
    ['a;"=2+3;b', 'a;"\'=2+3;b'],
    ['a\t+1', "a\t'+1"],
    ['a\n@b', "a\n'@b"],
    ["a;'=b", "a;''=b"],
  ])('%j holds no formula for who splits it at another separator', (cell, expected) => {
    expect([protectCell(cell), unprotectCell(expected)]).toEqual([expected, cell])
  })

  test.each(['plain', "'quoted", '', '1-1', 'a; b', 'a;b', "a;'b", 'a=b'])('%j stays as it is', (cell) => {
    expect([protectCell(cell), unprotectCell(cell)]).toEqual([cell, cell])
  })

  test('is quoted where a separator of other spreadsheets is in it', () => {
    expect(stringify([['a;b', 'a\tb', 'a\nb', 'a b']], csvFormat)).toBe('"a;b","a\tb","a\nb",a b\r\n')
  })
})

const rows = fc.array(fc.tuple(fc.constant('id'), cells, cells), { minLength: 1, maxLength: 3 })

test('rows of any text come back as they were (D-107)', () => {
  const comeBack = (table: string[][]) => {
    const read = parse(stringify(table, csvFormat), { record_delimiter: '\r\n' })
    expect(read.map((row) => row.map(unprotectCell))).toEqual(table)
  }
  fc.assert(fc.property(rows, comeBack))
})

test('no separator, whichever a spreadsheet takes, makes a formula of a text', () => {
  const isSafe = (table: string[][]) =>
    stringify(table, csvFormat)
      .split(/[;\t\r\n]/)
      .every((cell) => !/^"*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell))
  fc.assert(fc.property(rows, isSafe))
})
