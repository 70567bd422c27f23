import { expect, onTestFinished, test, vi } from 'vitest'
import { unprotectCell } from '#schemas/text/csv.ts'
import { csvOf, saveCsv } from '#web/lib/save-csv.ts'

test('a cell that a spreadsheet would run as a formula is a text, and can be imported as it was (D-107)', async () => {
  const names = ['=1+1', '+44', '-1', '@x', "'=1", '\uff1d1', "o'clock"]
  const [heading, ...cells] = (await csvOf(names.map((name) => ({ Name: name })))).trimEnd().split('\r\n')

  expect(heading).toBe('Name')
  expect(cells).toEqual(["'=1+1", "'+44", "'-1", "'@x", "''=1", "'\uff1d1", "o'clock"])
  expect(cells.map(unprotectCell)).toEqual(names)
})

test('numbers stay numbers', async () => {
  expect(await csvOf([{ Name: 'a, b', Sites: -2 }])).toBe('Name,Sites\r\n"a, b",-2\r\n')
})

test('a saved file begins with the mark of UTF-8, which text editors leave out when they read it', async () => {
  const blobs: Blob[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:saved'
  })
  onTestFinished(() => void vi.restoreAllMocks())

  await saveCsv('clients.csv', [{ Name: 'Züri' }])

  const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? [])
  expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'N'.charCodeAt(0)])
})
