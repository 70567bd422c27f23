import { expect, it } from 'vitest'
import { tableOf } from '#cli/output/table.ts'

type Row = { name: string; id: string }

const shown = (rows: Row[], columns: number) =>
  tableOf<Row>({ Name: 'name', Id: 'id' }, rows, columns, (text) => text).split('\n')

it('fits a narrow window, the widest column first', () => {
  const lines = shown([{ name: 'Harbour Estates of the North', id: '0199f3a1' }], 24)
  expect(lines).toStrictEqual(['Name            Id', 'Harbour Estat\u2026  0199f3a1'])
})

it('cuts and pads nothing for a file or a program: a tab stands between cells', () => {
  const name = '\u6e2f\u533a\u571f\u5730'.repeat(20)
  expect(shown([{ name, id: '1' }], Number.POSITIVE_INFINITY)[1]).toBe(`${name}\t1`)
})

it('keeps an id whole, which nobody could use otherwise, also where that leaves the names too little', () => {
  const id = '01a209c3-bd00-8d32-b017-7f08a5c1e942'
  for (const columns of [80, 40, 10]) {
    expect(shown([{ name: 'Harbour Estates of the North, East and West of the River', id }], columns)[1]).toContain(id)
  }
})
