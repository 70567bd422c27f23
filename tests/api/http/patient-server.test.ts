import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { patientServer } from '#api/http/patient-server.ts'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { answerOf, listening, listeningForTest } from '#tests/support/sockets.ts'
import { newTeam } from '#tests/support/teams.ts'

const line = 'POST /x HTTP/1.1\r\nhost: x\r\n'
const mb = 1024 * 1024

/** Sends a chunk over and over until the connection is closed. */
const sendForever = (socket: Socket, chunk: string): void => {
  const text = `${chunk.length.toString(16)}\r\n${chunk}\r\n`
  const send = () => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', send)
  send()
}

describe('a sender who is slow', () => {
  const server = patientServer((request, response) => void request.resume().once('end', () => response.end('done')), {
    headers: 100,
    body: 100,
  })
  let port: number
  beforeAll(async () => {
    port = await listening(server)
  })
  afterAll(() => server.close())

  test('with headers gets an answer and is disconnected', async () => {
    expect(await answerOf(port, (socket) => socket.write(line))).toMatch(/^HTTP\/1.1 408 /)
  })

  test('with a body gets an answer and is disconnected', async () => {
    const said = await answerOf(port, (socket) => socket.write(`${line}content-length: 5\r\n\r\nab`))

    expect(said).toMatch(/^HTTP\/1.1 408 /)
    expect(said).toContain('{"message":"The request came too slowly.')
  })
})

describe('a body of half a minute (D-116)', () => {
  /** The answer to a sender of so many bytes each 5 s, who ends after `seconds`, and the seconds until it came. */
  const sentAt = async (bytes: number, seconds: number) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const begun = Promise.withResolvers<Socket>()
    const server = patientServer((request, response) => {
      request.resume().once('end', () => response.end('done'))
      begun.resolve(request.socket)
    })
    let passed = 0
    const said = await answerOf(await listeningForTest(server), async (socket) => {
      socket.write(`${line}connection: close\r\ntransfer-encoding: chunked\r\n\r\n`)
      const here = await begun.promise
      for (; passed < seconds && !socket.readableEnded && !socket.destroyed; passed += 5) {
        const before = here.bytesRead
        socket.write(`${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`)
        while (here.bytesRead - before < bytes) await new Promise(setImmediate)
        vi.advanceTimersByTime(5_000)
        await new Promise(setImmediate)
      }
      if (!socket.destroyed) socket.write('0\r\n\r\n')
    })
    return { said, passed }
  }

  test('[D-116] ends with 408 where less than 16 kB a second of it have come', async () => {
    const { said, passed } = await sentAt(15 * 1024 * 5, 90)

    expect(said).toMatch(/^HTTP\/1.1 408 /)
    expect(passed).toBe(30)
  })

  test('[D-116] goes on for as long as that many come', async () => {
    expect((await sentAt(17 * 1024 * 5, 90)).said).toMatch(/^HTTP\/1.1 200 /)
  })
})

test('headers have ten seconds', () => {
  expect(patientServer(() => {}).headersTimeout).toBe(10_000)
})

test('a connection may be idle for longer than proxies keep theirs, and says for how long', async () => {
  const server = patientServer((_request, response) => response.end())

  const said = await answerOf(await listeningForTest(server), (socket) => {
    socket.on('data', () => socket.destroy())
    socket.write('GET /x HTTP/1.1\r\nhost: x\r\n\r\n')
  })

  expect(said).toMatch(/\r\nKeep-Alive: timeout=75\r\n/)
})

test('a sender who goes on after the answer is cut off, though nobody reads any more', async () => {
  const server = patientServer((request, response) => {
    request.once('data', () => {
      request.pause()
      response.end('enough')
    })
  })
  // An idle connection would be closed too, later.
  server.keepAliveTimeout = 0

  const said = await answerOf(await listeningForTest(server), (socket) => {
    socket.write(`${line}transfer-encoding: chunked\r\n\r\n`)
    sendForever(socket, 'a'.repeat(mb / 4))
  })
  expect(said).toMatch(/^HTTP\/1.1 200 /)
})

test('a sender who is refused may send the rest of a file, and use the connection again (D-116)', async () => {
  const server = patientServer((_request, response) => response.writeHead(429).end())

  const said = await answerOf(await listeningForTest(server), (socket) => {
    socket.write(`${line}content-length: ${maxUploadBytes}\r\n\r\n`)
    socket.once('data', () => {
      socket.write('a'.repeat(maxUploadBytes))
      socket.write('GET /x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    })
  })

  expect(said.match(/HTTP\/1.1 429 /g)).toHaveLength(2)
})

describe('a body without an end', () => {
  const app = prepared(() => startApp())
  const ann = prepared(() => newTeam(app))
  afterEach(async () => {
    await vi.waitFor(async () => expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([]), 30_000)
  })

  const send = (path: string, type: string, first: string, signedIn = true) =>
    answerOf(Number(new URL(app.url).port), (socket) => {
      const cookie = signedIn ? `cookie: ${ann.cookie()}\r\norigin: http://localhost\r\n` : ''
      const headers = `host: x\r\n${cookie}content-type: ${type}\r\ntransfer-encoding: chunked`
      socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${first.length.toString(16)}\r\n${first}\r\n`)
      sendForever(socket, 'a'.repeat(mb / 4))
    })
  const multipart = 'multipart/form-data; boundary=x'
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7'

  test.each([
    ['of JSON', 413, '/api/client', 'application/json', '{"name": "'],
    ['of an upload', 411, '/api/file', multipart, file],
    ['of a picture', 411, '/settings/photo', multipart, file.replace('"file"', '"photo"')],
    ['of an import', 411, '/api/import/sites', 'text/csv', 'name'],
    ['that nobody reads', 422, '/api/client', 'text/plain', 'x'],
  ])('%s is answered with %d and cut off', async (_, status, path, type, first) => {
    expect(await send(path, type, first)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('of a guest is refused and cut off', async () => {
    expect(await send('/api/file', multipart, file, false)).toMatch(/^HTTP\/1.1 401 /)
  })

  test.each([
    ['JSON', '/api/client', 'application/json', mb + 1],
    ['an upload', '/api/file', multipart, 18 * mb],
  ])('%s that is announced as too long is refused before it arrives', async (_, path, type, length) => {
    const answer = await new Promise((resolve) => {
      const headers = `host: x\r\ncookie: ${ann.cookie()}\r\norigin: http://localhost\r\ncontent-type: ${type}`
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      socket.setEncoding('utf8').once('data', (text) => {
        resolve(text)
        socket.destroy()
      })
      socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\ncontent-length: ${length}\r\n\r\n`)
    })

    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })
})
