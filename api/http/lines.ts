import { once } from 'node:events'
import type { Response } from 'express'
import type { Answer } from './answer.ts'
import { problemOf } from './errors.ts'

/** Characters that are written at once, and milliseconds that lines wait for more. */
const [enough, longest] = [16 * 1024, 200]

/** Writes lines as they come; false once nobody listens. */
const writeAll = async (response: Response, lines: AsyncIterable<unknown>): Promise<void> => {
  let text = ''
  let written = Date.now()
  const flush = async () => {
    const isTaken = response.write(text)
    text = ''
    written = Date.now()
    if (!isTaken && !response.destroyed) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  for await (const line of lines) {
    if (response.destroyed) return
    text += `${JSON.stringify(line)}\n`
    if (text.length >= enough || Date.now() - written >= longest) await flush()
  }
  if (text !== '') await flush()
}

/**
 * Answers JSON, one value a line, as fast as they come and are taken. Where the reader goes away the source is told to
 * stop; where the source fails, the last line is the problem.
 */
export const jsonLines = (headers: Record<string, string>, lines: AsyncIterable<unknown>): Answer<undefined> => ({
  kind: 'stream',
  open: async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store', ...headers })
    response.flushHeaders()
    try {
      await writeAll(response, lines)
      response.end()
    } catch (error) {
      response.end(`${JSON.stringify({ error: { message: problemOf(error).problem.message } })}\n`)
      throw error
    }
  },
})
