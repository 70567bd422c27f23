import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { leastFreeForUploads, trialBytesPerDay, uploadsAtOnce } from '#schemas/limits/ceiling-numbers.ts'
import { publicUrl, startApp } from '#tests/support/app.ts'
import { pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const mb = 1024 * 1024

const app = prepared(() => startApp({ env: { appUrl: publicUrl, trustProxy: 1 } }))

/** All operations of teams that take bytes: files, documents, versions, pictures, and files of rows. */
const doors = declaredEndpoints.filter(
  ([, { transport, access }]) => (transport?.upload || transport?.raw) && access !== 'operator',
)

type Answer = { status: number; retryAfter: number; message: string }

/** The answer to a connection on which only the first bytes are sent. */
const answerOf = (socket: Socket): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let said = ''
    socket.setEncoding('utf8').on('data', (text) => {
      said += text
      const [head = '', body = ''] = said.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY)
      if (body.length < length) return
      socket.destroy()
      const retryAfter = Number(/retry-after: (\d+)/i.exec(head)?.[1])
      resolve({ status: Number(said.slice(9, 12)), retryAfter, message: JSON.parse(body).message })
    })
    socket.on('error', reject)
  })

/** Begins an upload of so many bytes, or of bytes without an announced end, and sends a few of them. */
const begin = (who: Member, [, endpoint]: (typeof doors)[number], length: number | 'unknown', sent = ''): Socket => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const type = endpoint.transport?.raw?.types[0] ?? 'multipart/form-data; boundary=x'
  const size = length === 'unknown' ? 'transfer-encoding: chunked' : `content-length: ${length}`
  const path = pathOf(endpoint, { params: { id: who.teamId } })
  const headers = [`host: x`, `cookie: ${who.cookie()}`, `origin: ${publicUrl}`, `content-type: ${type}`, size]
  socket.write(`${endpoint.method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${sent}`)
  return socket
}

const keyOf = ({ teamId }: Member): string => `uploads:${teamId}:${new Date().toISOString().slice(0, 10)}`
const talliedOf = (who: Member): Promise<number> => app.ports.stores.counts.tallies.add(keyOf(who), 0, mb)
const spend = (who: Member, bytes: number): Promise<number> =>
  app.ports.stores.counts.tallies.add(keyOf(who), bytes, mb)

test('files of rows and pictures are among them', () => {
  expect(doors.map(([name]) => name)).toEqual(
    expect.arrayContaining(['uploadFile', 'uploadFiles', 'uploadDocument', 'addFileVersion', 'importSites']),
  )
})

describe('every upload', () => {
  const ann = prepared(() => newTeam(app))

  test.each(doors)('[D-116] without a length is 411 before it is read: %s', async (...door) => {
    expect(await answerOf(begin(ann, door, 'unknown'))).toMatchObject({
      status: 411,
      message: 'The upload does not say how long it is.',
    })
  })

  test.each(doors)('[D-116] is 429 before it is read, where it would be more than the day’s: %s', async (...door) => {
    const before = await spend(ann, trialBytesPerDay - 200)
    const { status, retryAfter, message } = await answerOf(begin(ann, door, 300))
    const after = await talliedOf(ann)
    await spend(ann, 200 - trialBytesPerDay)

    expect({ status, message, after }).toEqual({
      status: 429,
      message: 'A team on a trial can upload 2 GB a day. Please try again tomorrow.',
      after: before,
    })
    expect(retryAfter).toBeGreaterThan(0)
  })

  test.each(doors)('[D-116] is 503 where less than 1 GB is free, while all else goes on: %s', async (...door) => {
    onTestFinished(() => {
      app.ports.disk.free = Number.POSITIVE_INFINITY
    })
    app.ports.disk.free = leastFreeForUploads - 1

    expect(await answerOf(begin(ann, door, 300))).toMatchObject({ status: 503, retryAfter: 60 })
    expect((await ann.request('POST', '/api/category', { json: { name: `Alarms ${door[0]}` } })).status).toBe(201)
  })
})

describe('uploads of one caller', () => {
  const door = (name: string) => doors.find(([each]) => each === name) as (typeof doors)[number]
  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7'
  const arrived = (socket: Socket, bytes: number) =>
    vi.waitFor(() => expect(socket.bytesWritten).toBeGreaterThanOrEqual(bytes))

  test('[D-116] are at most four at once, through whichever doors, and go on after that', async () => {
    const ann = await newTeam(app)
    const names = ['uploadFile', 'uploadFiles', 'uploadDocument', 'importSites'].slice(0, uploadsAtOnce)
    const open = names.map((name) => begin(ann, door(name), 5000))
    await vi.waitFor(async () => expect(await talliedOf(ann)).toBe(20_000))

    expect(await answerOf(begin(ann, door('uploadPhoto'), 300))).toEqual({
      status: 429,
      retryAfter: 1,
      message: 'Too many requests at once. Please try again in a moment.',
    })
    for (const socket of open) socket.destroy()
    await vi.waitFor(async () => {
      expect((await answerOf(begin(ann, door('uploadPhoto'), 300, 'x'.repeat(300)))).status).toBe(400)
    })
  })

  test('[D-116] count what they announce at once, and in the end what has arrived', async () => {
    const ann = await newTeam(app)
    const before = await spend(ann, trialBytesPerDay - 9_000_000)
    const broken = begin(ann, door('uploadFile'), 8_000_000, form)
    await vi.waitFor(async () => expect(await talliedOf(ann)).toBe(before + 8_000_000))

    expect((await answerOf(begin(ann, door('uploadDocument'), 2_000_000))).status).toBe(429)
    await arrived(broken, form.length)
    broken.destroy()

    await vi.waitFor(async () => expect(await talliedOf(ann)).toBe(before + form.length))
  })

  test('[D-116] count as taken room while they are on their way', async () => {
    onTestFinished(() => {
      app.ports.disk.free = Number.POSITIVE_INFINITY
    })
    const ann = await newTeam(app)
    app.ports.disk.free = leastFreeForUploads + 1000
    const first = begin(ann, door('uploadFile'), 8_000_000, form)
    await vi.waitFor(async () => expect(await talliedOf(ann)).toBe(8_000_000))

    expect((await answerOf(begin(ann, door('uploadDocument'), 300))).status).toBe(503)
    first.destroy()
    await vi.waitFor(async () => {
      expect((await answerOf(begin(ann, door('uploadDocument'), 300, 'x'.repeat(300)))).status).toBe(400)
    })
  })
})
