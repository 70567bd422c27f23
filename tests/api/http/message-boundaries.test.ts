import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { answerOf } from '#tests/support/sockets.ts'

/** A second request that a server would answer if it took the first one to be shorter than it is. */
const smuggled = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'

const ambiguous: [what: string, head: string, body: string][] = [
  ['both lengths', `Content-Length: ${smuggled.length + 5}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${smuggled}`],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${smuggled.length}`, smuggled],
  ['a list of lengths', `Content-Length: 0, ${smuggled.length}`, smuggled],
  ['a negative length', 'Content-Length: -1', smuggled],
  ['an encoding that is none', 'Transfer-Encoding: xchunked', smuggled],
  ['an encoding before the last', 'Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`],
  ['a blank before the colon', 'Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`],
  ['a chunk of no number', 'Transfer-Encoding: chunked', `x\r\n\r\n${smuggled}`],
]

describe('a request whose end is not clear', () => {
  const app = prepared(() => startApp())

  test.each(ambiguous)('is refused, and the connection with it: %s', async (_, head, body) => {
    const said = await answerOf(
      Number(new URL(app.url).port),
      `POST /login HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`,
    )

    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})
