import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unprotectCell } from '#schemas/text/csv.ts'
import { startOfTable } from '#schemas/text/table-heading.ts'
import { Failure } from './failure.ts'

/** How a file is written: spreadsheets save tables in UTF-16 or Windows-1252 as well. */
const encodingOf = async (path: string): Promise<string> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

async function* textOf(path: string, encoding: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** What separates the columns of a table, as its first characters show, and the lines before its heading. */
const startOf = async (path: string, encoding: string) => {
  for await (const text of textOf(path, encoding)) if (text.trim() !== '') return startOfTable(text)
  return startOfTable('')
}

/**
 * The rows of a CSV file, by its columns; `row` is its number, the heading's is 1. No rows where there is no file.
 * Throws Failure for a file that is no table.
 */
export async function* readTable(path: string): AsyncGenerator<{ row: number; cells: Record<string, string> }, void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  const encoding = await encodingOf(path)
  const { delimiter, before } = await startOf(path, encoding)
  const parser = parse({
    delimiter,
    from_line: before + 1,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    columns: (heading: string[]) => heading.map((column) => column.trim()),
  })
  const source = Readable.from(textOf(path, encoding))
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
