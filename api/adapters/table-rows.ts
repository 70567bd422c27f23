import { Readable } from 'node:stream'
import { CsvError, type CsvErrorCode, parse } from 'csv-parse'
import { unprotectCell } from '#schemas/text/csv.ts'
import { startOfTable } from '#schemas/text/table-heading.ts'
import { type Encoding, readText, replacement } from './file-text.ts'

/**
 * An item of a table: the heading, a row by column names, or a broken row with its error and what could be read of it.
 * `row` counts from 1, including the heading.
 */
export type TableRow =
  | { row: number; columns: readonly string[] }
  | { row: number; cells: Readonly<Record<string, unknown>> }
  | { row: number; broken: string; cells: Readonly<Record<string, unknown>> }

/** The file is not a table; the message says where reading failed. */
export class BrokenTable extends Error {
  override name = 'BrokenTable'
}

/** Characters of the longest row accepted: no client or site needs as many. */
const longestRow = 64 * 1024

/** Characters after which an endless row must be a quotation mark that was never closed. */
const endlessRow = 1024 * 1024

const tooLong = 'The row is longer than 64 kB.'
const notUtf8 = 'The row holds bytes that are not UTF-8. Save the file as UTF-8.'

/** Errors that make a whole table unreadable, by the codes of csv-parse. */
const breaks: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark that opens there is never closed',
  CSV_MAX_RECORD_SIZE: 'it is longer than 1 MB, so a quotation mark may be missing',
}

/**
 * The chunks from the heading on, and the delimiter, which a `sep=` line names or the heading shows; `before` counts
 * the lines before the heading.
 */
const withHeading = async (pieces: AsyncGenerator<string>) => {
  let start = ''
  for (;;) {
    const { value, done } = await pieces.next()
    start += value ?? ''
    const rest = startOfTable(start).start.trimStart()
    if (done || /[\r\n]/.test(rest) || start.length > longestRow) break
  }
  const table = startOfTable(start)
  const all = async function* () {
    yield table.start
    yield* pieces
  }
  return { delimiter: table.delimiter, before: table.before, all: all() }
}

const lengthOf = (values: readonly string[]): number => values.reduce((sum, value) => sum + value.length + 1, 0)

/** The error of a row, if it has one. */
const faultOf = (values: readonly string[], columns: readonly string[], encoding: Encoding): string | undefined => {
  if (lengthOf(values) > longestRow) return tooLong
  if (encoding === 'damaged-utf-8' && values.some((value) => value.includes(replacement))) return notUtf8
  if (values.length === columns.length) return undefined
  return `The row has ${values.length} instead of ${columns.length} columns.`
}

/** The cells of a row by their columns; what a row has beyond them is one more cell. */
const cellsOf = (values: readonly string[], columns: readonly string[]): Record<string, string> => {
  const more = values.slice(columns.length).filter((value) => value !== '')
  return Object.fromEntries([
    ...columns.map((column, index) => [column, unprotectCell(values[index] ?? '')]),
    ...(more.length > 0 ? [['more cells', unprotectCell(more.join(', '))]] : []),
  ])
}

const isEmpty = (values: readonly string[]): boolean => values.every((value) => value.trim() === '')

/** Rows of comma-, semicolon- or tab-separated values; the first non-empty one names the columns and comes first. */
export const csvRows = async function* (path: string, encoding: Encoding): AsyncGenerator<TableRow> {
  const { delimiter, before, all } = await withHeading(readText(path, encoding))
  const parser = parse({
    delimiter,
    // Without this list, only the line ending of the first line would count.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: endlessRow,
  })
  const source = Readable.from(all)
  source.once('error', (error) => parser.destroy(error))
  let columns: string[] | undefined
  let row = before
  try {
    for await (const values of source.pipe(parser) as AsyncIterable<string[]>) {
      row += 1
      if (isEmpty(values)) continue
      if (!columns) {
        columns = values
        yield { row, columns }
        continue
      }
      const broken = faultOf(values, columns, encoding)
      const cells = broken === tooLong ? {} : cellsOf(values, columns)
      yield broken === undefined ? { row, cells } : { row, broken, cells }
    }
  } catch (error) {
    if (error instanceof CsvError) {
      // Earlier rows may not have been yielded yet, so the parser's own count is used.
      const whole = 'records' in error && typeof error.records === 'number' ? before + error.records : row
      throw new BrokenTable(`Row ${whole + 1} cannot be read: ${breaks[error.code] ?? 'it is no row of a table'}.`)
    }
    throw error
  } finally {
    source.destroy()
  }
}

const objectIn = (line: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const lineOf = (line: string, row: number, encoding: Encoding): TableRow[] => {
  if (line.trim() === '') return []
  if (line.length > longestRow) return [{ row, broken: tooLong, cells: {} }]
  if (encoding === 'damaged-utf-8' && line.includes(replacement)) return [{ row, broken: notUtf8, cells: {} }]
  const cells = objectIn(line)
  return [cells ? { row, cells } : { row, broken: 'The row is not a JSON object.', cells: {} }]
}

/** Rows of one JSON object per line. */
export const ndjsonRows = async function* (path: string, encoding: Encoding): AsyncGenerator<TableRow> {
  let row = 0
  let rest = ''
  for await (const piece of readText(path, encoding)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield* lineOf(line, ++row, encoding)
    // Keeps only enough of an endless line to see that it is too long.
    if (rest.length > longestRow) rest = rest.slice(0, longestRow + 1)
  }
  yield* lineOf(rest, ++row, encoding)
}
