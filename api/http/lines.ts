import type { Response } from 'express'
import type { Answer } from './answer.ts'
import { loggable, problemOf } from './errors.ts'

/** Characters that are written at once, and milliseconds that lines wait for more. */
const [enough, longest] = [16 * 1024, 200]

/** Until more can be written, or nobody listens any more. */
const drained = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle)
      response.off('close', settle)
      resolve()
    }
    response.on('drain', settle)
    response.on('close', settle)
  })

/** Writes lists of lines as they come, until nobody listens. */
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
 * Answers JSON, one value a line, as fast as lists of them come and are taken. Where the reader goes away the source is
 * told to stop; where the source fails, the last line is the problem.
 */
export const jsonLines = (
  headers: Record<string, string>,
  lists: AsyncIterable<readonly unknown[]>,
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
})
