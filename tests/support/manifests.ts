import { hash } from 'node:crypto'
import { FilesLine, type FilesSummary, type FileVerdict, type MissingRecords } from '#schemas/resources/import-files.ts'
import type { Caller, Reply } from './caller.ts'

/** Bytes of a PDF that no other text has. */
export const pdfOf = (text: string): Buffer<ArrayBuffer> => Buffer.from(`%PDF-1.7\n${text}`)

/** A row of a manifest; its size and hash are those of the bytes. */
export type ManifestLine = { path: string; bytes?: Buffer<ArrayBuffer> } & Record<string, unknown>

const rowOf = ({ bytes, ...row }: ManifestLine) => ({
  ...(bytes ? { size: bytes.length, sha256: hash('sha256', bytes) } : {}),
  ...row,
})

export type Planned = {
  status: number
  headers: Headers
  rows: FileVerdict[]
  missing: MissingRecords | undefined
  summary: FilesSummary | undefined
  broken: string | undefined
  problem: unknown
}

type Order = { dry_run?: boolean; create?: string; columns?: string; file_name?: string }

/** Sends a manifest: rows as JSON lines, or a text as CSV. */
export const planFiles = async (
  who: Caller,
  manifest: readonly ManifestLine[] | string,
  order: Order = {},
): Promise<Planned> => {
  const query = new URLSearchParams(Object.entries(order).map(([name, value]) => [name, String(value)]))
  const isTable = typeof manifest === 'string'
  const text = isTable ? manifest : manifest.map((each) => `${JSON.stringify(rowOf(each))}\n`).join('')
  const headers = { 'content-type': isTable ? 'text/csv' : 'application/x-ndjson' }
  const answer = await who.request('POST', `/api/import/files?${query}`, { text, headers })
  const { status, body } = answer
  const whole = status === 200 ? String(body).split('\n').slice(0, -1) : []
  const lines = whole.map((line) => FilesLine.parse(JSON.parse(line)))
  return {
    status,
    headers: answer.headers,
    rows: lines.flatMap((line) => ('row' in line ? [line] : [])),
    missing: lines.flatMap((line) => ('missing' in line ? [line.missing] : []))[0],
    summary: lines.flatMap((line) => ('summary' in line ? [line.summary] : []))[0],
    broken: lines.flatMap((line) => ('error' in line ? [line.error.message] : []))[0],
    problem: status === 200 ? undefined : body,
  }
}

/** Sends the bytes of a row. */
export const sendRow = (
  who: Caller,
  run: string,
  row: number,
  bytes: Buffer<ArrayBuffer>,
  type = 'application/pdf',
): Promise<Reply<unknown>> =>
  who.request('PUT', `/api/import/${run}/file/${row}`, { text: bytes, headers: { 'content-type': type } })
