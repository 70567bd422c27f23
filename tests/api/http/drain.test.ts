import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drainable } from '#api/http/drain.ts'
import { ready } from '#schemas/resources/status.ts'
import { startApp } from '#tests/support/app.ts'
import { listen } from '#tests/support/live-stream.ts'
import { listening } from '#tests/support/sockets.ts'
import { newTeam } from '#tests/support/teams.ts'

describe('a server that ends', () => {
  let asked: (response: ServerResponse) => void
  const server = () => createServer((request, response) => request.resume().once('end', () => asked(response)))
  let running: ReturnType<typeof server>
  let port: number
  beforeEach(async () => {
    running = server()
    port = await listening(running)
  })
  afterEach(() => running.closeAllConnections())

  /** The answer on a connection until it is closed. */
  const talk = (text: string) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part
    })
    socket.on('error', () => {})
    socket.write(text)
    return { socket, answer: once(socket, 'close').then(() => answer) }
  }

  test('answers what was asked, takes no new connection, and waits for none that asks nothing', async () => {
    const drain = drainable(running)
    const silent = talk('')
    const { promise, resolve } = Promise.withResolvers<ServerResponse>()
    asked = resolve
    const { answer } = talk('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const response = await promise

    const drained = drain()

    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
    response.end('done')
    expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*done/)
    expect(await silent.answer).toBe('')
    await drained
  })

  test('announces to clients with the last response that the connection closes', async () => {
    const drain = drainable(running)
    const { promise, resolve } = Promise.withResolvers<ServerResponse>()
    asked = resolve
    const { socket, answer } = talk('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const first = await promise

    const drained = drain()

    asked = (response) => response.end('second')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    first.end('first')
    expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close[\s\S]*first$/i)
    await drained
  })

  test('cuts a request that is never answered, and gives an upload the time that it needs', async () => {
    const drain = drainable(running, 50)
    const responses: ServerResponse[] = []
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    asked = (response) => {
      responses.push(response)
      resolve()
    }
    const upload = talk('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab')
    await once(running, 'request')
    const stuck = talk('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await arrived

    const drained = drain()

    expect(await stuck.answer).toBe('')
    asked = (response) => response.end('all of it')
    upload.socket.write('cd')
    expect(await upload.answer).toMatch(/all of it/)
    await drained
  })
})

test('the API says that it stops while it goes on serving, and then ends live streams with their end', async () => {
  const app = await startApp({ env: { drainSeconds: 0.5 } })
  const ann = await newTeam(app)
  const stream = await listen(app, ann)
  const message = stream.next()

  const closed = app.close()

  expect((await app.guest().refused(ready)).body.message).toBe('The server is stopping.')
  expect((await ann.request('GET', '/api/clients')).status).toBe(200)
  await expect(message).rejects.toThrow('The stream ended')
  await closed
})
