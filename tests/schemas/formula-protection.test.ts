import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { protectCell, unprotectCell } from '#schemas/formula-protection.ts'

const starts = ["'", '=', '+', '-', '@', '\t', '\r', '\uff1d', '\uff0b', '\uff0d', '\uff20', 'a', '1', ' ']
const cells = fc.string({ unit: fc.constantFrom(...starts), maxLength: 5 })

describe('a cell of CSV', () => {
  test.each(['=1+1', '+44', '-1', '@x', '\tx', '\rx', '\uff1d1', "'=1"])('%j is no formula once protected', (cell) => {
    expect(protectCell(cell)).toBe(`'${cell}`)
  })

  test.each(['plain', "'quoted", '', '1-1'])('%j stays as it is', (cell) => {
    expect([protectCell(cell), unprotectCell(cell)]).toEqual([cell, cell])
  })

  test('comes back as it was', () => {
    fc.assert(fc.property(cells, (cell) => unprotectCell(protectCell(cell)) === cell))
  })
})
