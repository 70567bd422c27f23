import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTable } from '#cli/read-table.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const rowsOf = async (bytes: string | Buffer) => {
  const path = join(temporaryFolder(), 'table.csv')
  await writeFile(path, bytes)
  const rows: unknown[] = []
  for await (const { row, cells } of readTable(path)) rows.push([row, ...Object.values(cells)])
  return rows
}

test.each([
  ['commas', 'path,name\r\n"a, b",Büro\r\n', [[2, 'a, b', 'Büro']]],
  ['a mark of UTF-8, and semicolons', '\ufeffpath;name\n\na;"Bü\nro"\n', [[3, 'a', 'Bü\nro']]],
  ['a line that names the separator', 'sep=;\npath;name\na;b\n', [[3, 'a', 'b']]],
  ['Windows-1252', Buffer.from('path,name\r\na,B\xfcro\r\n', 'latin1'), [[2, 'a', 'Büro']]],
  ['UTF-16', Buffer.from('\ufeffpath\tname\r\na\tBüro\r\n', 'utf16le'), [[2, 'a', 'Büro']]],
  ['formulas that were protected', "path,name\r\n'=a,'@b\r\n", [[2, '=a', '@b']]],
  ['a heading alone', 'path,name\r\n', []],
  ['nothing', '', []],
])('a table with %s is read', async (_, bytes, rows) => {
  expect(await rowsOf(bytes)).toEqual(rows)
})

test('a file that is not there has no rows', async () => {
  const rows: unknown[] = []
  for await (const row of readTable('/nowhere/table.csv')) rows.push(row)
  expect(rows).toEqual([])
})
