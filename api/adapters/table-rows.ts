import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Encoding, readText } from './file-text.ts'

/**
 * The heading of a table; a row by the names of its columns; or a row with what is wrong with it. `row` counts from 1,
 * the heading included.
 */
export type TableRow =
  | { row: number; columns: readonly string[] }
  | { row: number; cells: Readonly<Record<string, unknown>> }
  | { row: number; broken: string }

/** The file is no table at all; the message says where it breaks. */
export class BrokenTable extends Error {
  override name = 'BrokenTable'
}

/** Characters of the longest row that is read; no client or site needs as many. */
const longestRow = 64 * 1024

const delimiters = [',', ';', '\t'] as const

/** The delimiter that stands most often in the heading, outside of quotes. */
export const delimiterOf = (heading: string): string => {
  const bare = heading.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((each) => ({ each, count: bare.split(each).length }))
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).each
}

/** The pieces with the first line of all at their head, which decides on the delimiter. */
const withHeading = async (pieces: AsyncGenerator<string>) => {
  let start = ''
  for (;;) {
    const { value, done } = await pieces.next()
    start += value ?? ''
    if (done || /[\r\n]/.test(start.trimStart()) || start.length > longestRow) break
  }
  const all = async function* () {
    yield start
    yield* pieces
  }
  return { heading: start.trimStart().split(/[\r\n]/)[0] ?? '', all: all() }
}

const isEmpty = (values: readonly string[]): boolean => values.every((value) => value.trim() === '')

/** Rows of comma-, semicolon- or tab-separated values; the first that is not empty names the columns, and comes first. */
export const csvRows = async function* (path: string, encoding: Encoding): AsyncGenerator<TableRow> {
  const { heading, all } = await withHeading(readText(path, encoding))
  const parser = parse({
    delimiter: delimiterOf(heading),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
  })
  const source = Readable.from(all)
  source.once('error', (error) => parser.destroy(error))
  let columns: string[] | undefined
  let row = 0
  try {
    for await (const values of source.pipe(parser) as AsyncIterable<string[]>) {
      row += 1
      if (isEmpty(values)) continue
      if (!columns) {
        columns = values
        yield { row, columns }
        continue
      }
      if (values.length !== columns.length) {
        yield { row, broken: `The row has ${values.length} instead of ${columns.length} columns.` }
        continue
      }
      yield { row, cells: Object.fromEntries(columns.map((column, index) => [column, values[index]])) }
    }
  } catch (error) {
    if (error instanceof CsvError) {
      // Rows before it may not have come through yet.
      const whole = 'records' in error && typeof error.records === 'number' ? error.records : row
      throw new BrokenTable(`Row ${whole + 1} cannot be read: ${error.message}.`)
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

const lineOf = (line: string, row: number): TableRow[] => {
  if (line.trim() === '') return []
  const cells = line.length > longestRow ? undefined : objectIn(line)
  return [cells ? { row, cells } : { row, broken: 'The row is not a JSON object.' }]
}

/** Rows of one JSON object a line. */
export const ndjsonRows = async function* (path: string, encoding: Encoding): AsyncGenerator<TableRow> {
  let row = 0
  let rest = ''
  for await (const piece of readText(path, encoding)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield* lineOf(line, ++row)
    // Of a line without end only as much is kept as shows that it is too long.
    if (rest.length > longestRow) rest = rest.slice(0, longestRow + 1)
  }
  yield* lineOf(rest, ++row)
}
