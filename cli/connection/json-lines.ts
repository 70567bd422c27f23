import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** The JSON objects of an answer, one a line, as they come, each with its text. */
export async function* jsonLines({ body }: Response): AsyncGenerator<[object, string], void> {
  const input = Readable.fromWeb(body as ReadableStream)
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text !== '') yield [JSON.parse(text), text]
  }
}
