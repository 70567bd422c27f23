import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { rowsAsSheet } from '#cli/output/rows-as-sheet.ts'

const sheetOf = async (...pages: object[][]): Promise<Uint8Array> => {
  const answered = async function* () {
    for (const rows of pages) yield { rows }
  }
  return new Uint8Array(await buffer(await rowsAsSheet('files', answered())))
}

test('days and instants are dates, counts are numbers, and all else is text, under a heading that stays', async () => {
  const file = await sheetOf(
    [{ name: 'Lease', size: 2048, external_id: '007', completed_at: '01/12/2026', expires_at: null }],
    [
      { name: 'Plan', size: 1, external_id: null, completed_at: '31/01/1999', expires_at: '01/01/1066' },
      { name: 'x'.repeat(40_000), size: 0, external_id: '1e3', completed_at: 'soon', expires_at: '29/02/2028' },
    ],
  )
  const [sheet] = (await readXlsx(file)).sheets

  expect(sheet?.rows).toEqual([
    ['name', 'size', 'external_id', 'completed_at', 'expires_at'],
    ['Lease', 2048, '007', new Date('2026-12-01'), null],
    ['Plan', 1, null, new Date('1999-01-31'), '01/01/1066'],
    ['x'.repeat(32_767), 0, '1e3', 'soon', new Date('2028-02-29')],
  ])
  expect(strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('ySplit="1"')
  expect((await readXlsx(await sheetOf([{ at: '2026-11-21T16:53:43.123Z' }]))).sheets[0]?.rows[1]).toEqual([
    new Date('2026-11-21T16:53:43.123Z'),
  ])
})

test('no text becomes a formula, nor breaks the file', async () => {
  const names = [
    '=1+1',
    '+44',
    '@SUM(A1)',
    '\t=1',
    '<f>1</f>',
    '&amp;',
    '__proto__',
    'constructor',
    '東京',
    '\u0000\ud800',
  ]
  const file = await sheetOf(names.map((name) => ({ name })))

  const xml = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(xml).not.toMatch(/<f[ >]/)
  const [sheet] = (await readXlsx(file)).sheets
  expect(sheet?.rows.slice(1, -1).flat()).toEqual(names.slice(0, -1))
  expect(xml.match(/t="inlineStr"/g)).toHaveLength(names.length + 1)
})

test('a list without rows is an empty sheet', async () => {
  expect((await readXlsx(await sheetOf([]))).sheets.map(({ name, rows }) => [name, rows])).toEqual([['files', []]])
})
