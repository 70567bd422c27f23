import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Server } from '#cli/connection/server.ts'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { writeText } from './write-text.ts'

/** Prints a list as the server answers it as CSV. */
export const printCsv = async <E extends Endpoint>(server: Server, endpoint: E, call: CallOf<E>): Promise<void> => {
  const answer = await server.open(endpoint, call, { headers: { accept: 'text/csv' } })
  await writeText(Readable.fromWeb(answer.body as ReadableStream), undefined)
}
