import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import type { Request } from 'express'
import { csvFormat } from '#schemas/text/csv.ts'
import type { Answer } from './answer.ts'

/** Whether a caller prefers CSV to JSON. */
export const prefersCsv = (request: Request): boolean =>
  request.accepts(['application/json', 'text/csv']) === 'text/csv'

type Lines = readonly (readonly string[])[]

const textOf = async function* (header: readonly string[], lists: AsyncIterable<Lines>): AsyncGenerator<string> {
  yield stringify([header], csvFormat)
  for await (const lines of lists) yield stringify(lines as string[][], csvFormat)
}

/** Streams lines of CSV below a header, as a file of this name. An error of the source cuts the answer off. */
export const csv = (name: string, header: readonly string[], lists: AsyncIterable<Lines>): Answer<never> => ({
  kind: 'stream',
  open: async (request, response) => {
    response.writeHead(200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      vary: 'Accept',
    })
    await pipeline(textOf(header, lists), response).catch((error: unknown) => {
      if (!request.destroyed) request.log.error({ err: error, requestId: request.id }, 'CSV was cut off')
    })
  },
})
