import { describe, expect, test } from 'vitest'
import { patientServer } from '#api/http/patient-server.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { answerOf, listeningForTest } from '#tests/support/sockets.ts'

const statusOf = (said: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(said)?.[1])
const idOf = (said: string) => /^X-Request-Id: (\S+)\r$/im.exec(said)?.[1]
const uuid = /^[0-9a-f-]{36}$/

describe('every answer has the id of its request', () => {
  const app = prepared(() => startApp())

  const last = 'Host: x\r\nConnection: close\r\n'

  test.each([
    [400, 'that is not HTTP', 'hello\r\n\r\n'],
    [400, 'with a header that is none', 'GET /health HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n'],
    [400, 'that names no host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [431, 'whose headers are too long', `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    [200, 'with an expectation that nobody knows', `GET /health HTTP/1.1\r\n${last}Expect: a-miracle\r\n\r\n`],
    [
      200,
      'that asks for another protocol',
      'GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    ],
  ])('%d for a request %s', async (status, _, bytes) => {
    const said = await answerOf(Number(new URL(app.url).port), bytes)

    expect([statusOf(said), idOf(said)]).toEqual([status, expect.stringMatching(uuid)])
    const line = app.logged.find((each) => each.includes(idOf(said) ?? '-'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ status })
  })

  test('that of its caller where it cannot be read after its headers', async () => {
    const id = 'a-request-of-a-caller'
    const head = `Host: x\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`
    const said = await answerOf(Number(new URL(app.url).port), `POST /login HTTP/1.1\r\n${head}\r\n\r\nno length\r\n`)

    expect([statusOf(said), idOf(said)]).toEqual([400, id])
  })
})

test('a request whose headers do not arrive in time is answered with an id, too', async () => {
  const refused: object[] = []
  const server = patientServer(() => {}, { headers: 100, body: 100, onUnread: (each) => refused.push(each) })

  const said = await answerOf(await listeningForTest(server), 'GET /health HTTP/1.1\r\nHost: x\r\n')

  expect(statusOf(said)).toBe(408)
  expect(refused).toEqual([{ requestId: idOf(said), status: 408 }])
})
