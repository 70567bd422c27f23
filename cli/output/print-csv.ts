import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { everyRow, type Server } from '#cli/connection/server.ts'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { writeText } from './write-text.ts'

/** Prints a list as the server answers it as CSV; resolves with its first row, or none. */
export const printCsv = async <E extends Endpoint>(server: Server, endpoint: E, call: CallOf<E>) => {
  const first = await everyRow(server, endpoint, call, 1)
  const answer = await server.open(endpoint, call, { headers: { accept: 'text/csv' } })
  await writeText(Readable.fromWeb(answer.body as ReadableStream), undefined)
  return first
}
