import { createReadStream } from 'node:fs'
import { access, open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { unprotectCell } from '#schemas/text/csv.ts'
import { startOfTable } from '#schemas/text/table-heading.ts'
import { Failure } from './failure.ts'

/** Bytes that hold the heading of a table, which shows what separates its columns. */
const longestHeading = 16 * 1024

const startOf = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeading))
    const text = buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, '')
    return startOfTable(text)
  } finally {
    await file.close()
  }
}

/**
 * The rows of a CSV file in UTF-8, by its columns; `row` is its number, the heading's is 1. No rows where there is no file.
 * Throws Failure for a file that is no table.
 */
export async function* readTable(path: string): AsyncGenerator<{ row: number; cells: Record<string, string> }, void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  const { delimiter, before } = await startOf(path)
  const parser = parse({
    bom: true,
    delimiter,
    from_line: before + 1,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    columns: (heading: string[]) => heading.map((column) => column.trim()),
  })
  const source = createReadStream(path)
  source.once('error', (error) => parser.destroy(error))
  let row = before + 1
  try {
    for await (const values of source.pipe(parser) as AsyncIterable<Record<string, string>>) {
      row += 1
      const cells = Object.entries(values).map(([column, value]): [string, string] => [column, unprotectCell(value)])
      if (cells.some(([, value]) => value.trim() !== '')) yield { row, cells: Object.fromEntries(cells) }
    }
  } catch (error) {
    throw error instanceof CsvError ? new Failure(`${path} cannot be read after row ${row}: ${error.message}`) : error
  } finally {
    source.destroy()
  }
}
