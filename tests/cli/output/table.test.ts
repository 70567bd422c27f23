import { expect, it } from 'vitest'
import { tableOf } from '#cli/output/table.ts'

type Row = { name: string; id: string }

const shown = (rows: Row[], columns: number) =>
  tableOf<Row>({ Name: 'name', Id: 'id' }, rows, columns, (text) => text).split('\n')

it('fits a narrow window, the widest column first', () => {
  const lines = shown([{ name: 'Harbour Estates of the North', id: '0199f3a1' }], 24)
  expect(lines).toStrictEqual(['Name            Id', 'Harbour Estat\u2026  0199f3a1'])
})

it('cuts nothing for a file or a program, characters of two columns neither', () => {
  const name = '\u6e2f\u533a\u571f\u5730'.repeat(20)
  expect(shown([{ name, id: '1' }], Number.POSITIVE_INFINITY)[1]).toBe(`${name}  1`)
})
