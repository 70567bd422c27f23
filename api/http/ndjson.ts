import type { Response } from 'express'
import type { Answer } from './answer.ts'
import { loggable, problemOf } from './errors.ts'

/** Lines are flushed after this many characters or this many milliseconds, whichever comes first. */
const enough = 16 * 1024
const longest = 200

/** Resolves when the response can take more data or the connection is closed. */
const drained = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })

/** Writes lines as they arrive, until the source ends or the connection is closed. */
const writeAll = async (response: Response, lists: AsyncIterable<readonly unknown[]>): Promise<void> => {
  let text = ''
  let written = Date.now()
  const flush = async () => {
    const isTaken = response.write(text)
    text = ''
    written = Date.now()
    if (!isTaken && !response.destroyed) await drained(response)
  }
  for await (const lines of lists) {
    if (response.destroyed) return
    for (const line of lines) text += `${JSON.stringify(line)}\n`
    if (text.length >= enough || Date.now() - written >= longest) await flush()
  }
  if (text !== '') await flush()
}

/**
 * Streams lists of values as newline-delimited JSON. Closing the connection stops the source; an error of the source is
 * written as the last line. `position` is what can be read before the first.
 */
export const ndjson = (
  headers: Record<string, string>,
  lists: AsyncIterable<readonly unknown[]>,
  position: string | null = null,
): Answer<undefined> => ({
  kind: 'stream',
  open: async (request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store', ...headers })
    response.flushHeaders()
    try {
      await writeAll(response, lists)
      response.end()
    } catch (error) {
      const { status, problem } = problemOf(error)
      if (status >= 500) request.log.error({ err: loggable(error), requestId: request.id }, 'request failed')
      response.end(`${JSON.stringify({ error: { message: problem.message } })}\n`)
    }
  },
  position,
})
