import { startOfTable } from '#schemas/text/table-heading.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const load = retryingImport(() => import('csv-parse/browser/esm/sync'))

/** Bytes of a file that are read for its heading: a heading that is longer is refused. */
const longestHeading = 64 * 1024

/** Byte order marks of encodings other than UTF-8. */
const marks: readonly [encoding: string, first: number, second: number][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** The text of a file's start. What is not UTF-8 comes from an older spreadsheet on Windows, as for the server. */
const textOf = (bytes: Uint8Array): string => {
  const marked = marks.find(([, first, second]) => bytes[0] === first && bytes[1] === second)
  if (marked) return new TextDecoder(marked[0]).decode(bytes, { stream: true })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const keysIn = (line: string): string[] => {
  try {
    const row: unknown = JSON.parse(line)
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.keys(row) : []
  } catch {
    return []
  }
}

/** Whether a file has one JSON object a line, as its name says. */
export const hasJsonLines = (name: string): boolean => /\.(ndjson|jsonl)$/i.test(name)

const tableHeading = async (text: string): Promise<string[]> => {
  const { delimiter, start } = startOfTable(text)
  const { parse } = await load()
  const rows: string[][] = parse(start, {
    delimiter,
    to: 20,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  return rows.find((row) => row.some((cell) => cell.trim() !== '')) ?? []
}

/**
 * The columns of a table, or the keys of the first lines of JSON. None of a file that does not begin with such, or that
 * cannot be read: who sends it is told why.
 */
export const headingOf = async (file: File): Promise<string[]> => {
  try {
    const text = textOf(new Uint8Array(await file.slice(0, longestHeading).arrayBuffer()))
    if (!hasJsonLines(file.name)) return await tableHeading(text)
    return [...new Set(text.split('\n').flatMap(keysIn))]
  } catch {
    return []
  }
}
