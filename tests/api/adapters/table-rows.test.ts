import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inspectText } from '#api/adapters/file-text.ts'
import { BrokenTable, csvRows, ndjsonRows } from '#api/adapters/table-rows.ts'
import { delimiterOf } from '#schemas/text/table-heading.ts'
import { sharedFolder } from '#tests/support/folders.ts'

const folder = sharedFolder()

const fileOf = async (content: string | Uint8Array) => {
  const path = join(folder, 'table')
  await writeFile(path, content)
  return path
}

const all = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const found: Row[] = []
  for await (const row of rows) found.push(row)
  return found
}

const csv = async (content: string | Uint8Array) => {
  const path = await fileOf(content)
  const [heading, ...rows] = await all(csvRows(path, (await inspectText(path)).encoding))
  if (heading) expect(heading).toMatchObject({ columns: expect.any(Array) })
  return rows
}

const ndjson = async (content: string) => all(ndjsonRows(await fileOf(content), 'utf-8'))

describe('a table of separated values', () => {
  const rows = [
    { row: 2, cells: { name: 'Smith; Sons', ref: '1' } },
    { row: 3, cells: { name: 'Café "Bleu",\nParis', ref: '2' } },
  ]

  test.each([
    ['commas', 'name,ref\r\nSmith; Sons,1\r\n"Café ""Bleu"",\nParis",2\r\n'],
    ['semicolons', 'name;ref\n"Smith; Sons";1\n"Café ""Bleu"",\nParis";2'],
    ['tabs', 'name\tref\nSmith; Sons\t1\n"Café ""Bleu"",\nParis"\t2\n'],
    ['a mark before it', '\ufeffname,ref\nSmith; Sons,1\n"Café ""Bleu"",\nParis",2\n'],
  ])('is read with %s', async (_, text) => {
    expect(await csv(text)).toEqual(rows)
  })

  test('is read as UTF-8, as UTF-16 of Windows, and as Windows-1252 where it is no UTF-8', async () => {
    const text = 'name,ref\nCafé € Œuvre,1\n'
    const western = Uint8Array.from(text, (character) => ({ '€': 0x80, Œ: 0x8c })[character] ?? character.charCodeAt(0))

    const wanted = [{ row: 2, cells: { name: 'Café € Œuvre', ref: '1' } }]
    expect(await csv(text)).toEqual(wanted)
    expect(await csv(western)).toEqual(wanted)
    expect(await csv(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(wanted)
  })

  test('is read as UTF-16 with the larger byte first, where its mark says so', async () => {
    const text = Buffer.from('\ufeffname\nCafé\n', 'utf16le').swap16()

    expect(await csv(text)).toEqual([{ row: 2, cells: { name: 'Café' } }])
  })

  test('a byte that is no UTF-8 among others that are refuses its row alone, and changes no other', async () => {
    const table = Buffer.concat([Buffer.from('name\nCafé\nÖl\nCaf'), Buffer.from([0xe9]), Buffer.from('\nÉcole\n')])

    expect(await csv(table)).toEqual([
      { row: 2, cells: { name: 'Café' } },
      { row: 3, cells: { name: 'Öl' } },
      { row: 4, broken: 'The row holds bytes that are not UTF-8. Save the file as UTF-8.', cells: { name: 'Caf�' } },
      { row: 5, cells: { name: 'École' } },
    ])
  })

  test('a replacement character that it holds itself stays one, wherever the file is cut for reading', async () => {
    const names = (await csv('name\nCaf\ufffd\n')).map((row) => 'cells' in row && row.cells.name)
    expect(names).toEqual(['Caf\ufffd'])

    const piece = 1024 * 1024
    for (const before of [piece - 3, piece - 2, piece - 1, piece]) {
      const path = await fileOf(`${'a\n'.repeat(before / 2).padEnd(before, 'b')}\ufffd\n`)
      expect((await inspectText(path)).encoding).toBe('utf-8')
    }
  })

  test('ends its rows by any of the three ends of a line, mixed', async () => {
    const names = (await csv('name\r\nA\nB\rC\r\nD')).map((row) => 'cells' in row && row.cells.name)

    expect(names).toEqual(['A', 'B', 'C', 'D'])
  })

  test('may begin with a line that names the delimiter', async () => {
    expect(await csv('sep=;\r\nname;ref\r\nA, B and C;1\r\n')).toEqual([
      { row: 3, cells: { name: 'A, B and C', ref: '1' } },
    ])
  })

  test('may end with the mark by which DOS ended a file', async () => {
    expect(await csv('name\nA\n\x1a')).toEqual([{ row: 2, cells: { name: 'A' } }])
  })

  test('loses the apostrophes that an export puts before formulas, and no others (D-107)', async () => {
    const names = (await csv("name\n'=1+1\n'-1\n'+44\n'@x\n'\uff1d1\n'quoted\n''=1\n")).map(
      (row) => 'cells' in row && row.cells.name,
    )

    expect(names).toEqual(['=1+1', '-1', '+44', '@x', '\uff1d1', "'quoted", "'=1"])
  })

  test('a row that is too long is refused, and the next one read', async () => {
    expect(await csv(`name,ref\n${'x'.repeat(70_000)},1\nB,2\n`)).toEqual([
      { row: 2, broken: 'The row is longer than 64 kB.', cells: {} },
      { row: 3, cells: { name: 'B', ref: '2' } },
    ])
  })

  test('a character that is split between two chunks is decoded', async () => {
    const many = Array.from({ length: 40_000 }, (_, index) => `é${index},€`).join('\n')
    const rows = await csv(`name,sign\n${many}\n`)

    expect(rows).toHaveLength(40_000)
    expect(rows.every((row) => 'cells' in row && row.cells.sign === '€')).toBe(true)
  })

  test('rows that do not match the header are reported and stop no other; empty ones count and are not reported', async () => {
    expect(await csv('name,ref\nA,1,x\n\n,\nB,2\nC\n')).toEqual([
      { row: 2, broken: 'The row has 3 instead of 2 columns.', cells: { name: 'A', ref: '1', 'more cells': 'x' } },
      { row: 5, cells: { name: 'B', ref: '2' } },
      { row: 6, broken: 'The row has 1 instead of 2 columns.', cells: { name: 'C', ref: '' } },
    ])
  })

  test('a quote that is never closed breaks the file, and says where', async () => {
    await expect(csv(`name,ref\nA,1\n"B,2\n${'C,3\n'.repeat(10)}`)).rejects.toThrow(BrokenTable)
    await expect(csv('name,ref\nA,1\n"B,2\n')).rejects.toThrow(
      'Row 3 cannot be read: a quotation mark that opens there is never closed.',
    )
  })

  test('a row without end breaks the file instead of filling the memory', async () => {
    await expect(csv(`name,ref\n"${'x'.repeat(2_000_000)}`)).rejects.toThrow(BrokenTable)
  })

  test('the delimiter is the one that the heading has most of, quotes left out', () => {
    expect(delimiterOf('name')).toBe(',')
    expect(delimiterOf('"a,b,c,d";ref;c')).toBe(';')
  })
})

describe('a table of JSON lines', () => {
  test('has one row per line, and reports invalid lines', async () => {
    expect(await ndjson('{"name":"A"}\n\n[1]\nnonsense\n{"name":"B"}')).toEqual([
      { row: 1, cells: { name: 'A' } },
      { row: 3, broken: 'The row is not a JSON object.', cells: {} },
      { row: 4, broken: 'The row is not a JSON object.', cells: {} },
      { row: 5, cells: { name: 'B' } },
    ])
  })

  test('a line without end is refused, and the next one read', async () => {
    const rows = await ndjson(`{"name":"${'x'.repeat(300_000)}"}\n{"name":"B"}\n`)

    expect(rows.map((row) => 'broken' in row)).toEqual([true, false])
  })
})

test('the hash of a file is its SHA-256', async () => {
  const { hash } = await inspectText(await fileOf('name\nA\n'))

  expect(hash).toBe(createHash('sha256').update('name\nA\n').digest('hex'))
})
