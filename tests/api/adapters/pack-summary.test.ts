import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { expect, test } from 'vitest'
import { type PackSummary, packSummary } from '#api/adapters/pdf/pack-summary.ts'
import { photo, textOf } from '#tests/api/renderer/documents.ts'

const summary = (files: number, changes: number, picture?: Uint8Array): PackSummary => ({
  title: 'Evidence pack of the site Quay House',
  at: new Date('2026-03-31T22:59:59.999Z'),
  code: 'siteledger/log/0199f3a1\n5\nyPALUWsdnN2vesu5R4SChgfsqwi84Swmy7YHyzb2n6s=\n',
  facts: [['Reason', 'Fire audit']],
  tables: [
    {
      heading: ['File', 'Version'],
      first: 400,
      rows: Array(files).fill({ cells: ['Plan.pdf', '1'], picture }),
      all: 90_000,
      file: 'files.csv',
    },
    {
      heading: ['Changes', 'When'],
      first: 400,
      rows: Array(changes).fill({ cells: ['Renamed', '31/03/2026'] }),
      all: changes,
      file: 'history.csv',
    },
  ],
})

test('a summary says what it is given, of its moment, and the same in the same bytes', async () => {
  const bytes = await packSummary(summary(1, 1))
  const text = await textOf(bytes)

  for (const part of ['Quay House', 'Fire audit', 'Plan.pdf', 'and 89,999 more in files.csv', 'Renamed', 'Page 1 of 1'])
    expect(text).toContain(part)
  const read = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(read.getModificationDate()?.toISOString()).toBe('2026-03-31T22:59:59.000Z')
  expect(Buffer.compare(await packSummary(summary(1, 1)), bytes)).toBe(0)
  // Regular and bold: a page names a font once, however often it changes.
  expect(read.getPage(0).node.Resources()?.lookup(PDFName.of('Font'), PDFDict).keys()).toHaveLength(2)
})

test('a summary of much has the pages that it may have, with both of its tables, and names what has no room', async () => {
  const bytes = await packSummary(summary(300, 300), 6)
  const text = await textOf(bytes)

  const pages = (await PDFDocument.load(bytes)).getPageCount()
  expect([4, 5, 6]).toContain(pages)
  expect(text).toContain(`Page ${pages} of ${pages}`)
  expect(text).toMatch(/and 8\d,\d{3} more in files\.csv/)
  expect(text).toMatch(/and \d+ more in history\.csv/)
})

test('a row shows a picture of its file, as it is, and none where that is none', async () => {
  const jpeg = await photo(120, 90).jpeg().toBuffer()
  const bytes = Buffer.from(await packSummary(summary(1, 1, jpeg)))

  expect(bytes.includes(jpeg)).toBe(true)
  expect(Buffer.compare(await packSummary(summary(1, 1, jpeg)), bytes)).toBe(0)
  expect(await textOf(await packSummary(summary(1, 1, Buffer.from('none'))))).toContain('Plan.pdf')
})
