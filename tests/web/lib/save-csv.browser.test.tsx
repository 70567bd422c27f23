import { expect, test } from 'vitest'
import { unprotectCell } from '#schemas/formula-protection.ts'
import { csvOf } from '#web/lib/save-csv.ts'

test('a cell that a spreadsheet would run as a formula is a text, and can be imported as it was (D-107)', async () => {
  const names = ['=1+1', '+44', '-1', '@x', "'=1", '\uff1d1', "o'clock"]
  const [heading, ...cells] = (await csvOf(names.map((name) => ({ Name: name })))).trimEnd().split('\n')

  expect(heading).toBe('Name')
  expect(cells).toEqual(["'=1+1", "'+44", "'-1", "'@x", "''=1", "'\uff1d1", "o'clock"])
  expect(cells.map(unprotectCell)).toEqual(names)
})

test('numbers stay numbers', async () => {
  expect(await csvOf([{ Name: 'a, b', Sites: -2 }])).toBe('Name,Sites\n"a, b",-2\n')
})
