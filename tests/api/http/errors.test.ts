import { createServer } from 'node:http'
import express from 'express'
import { ReplyError } from 'ioredis'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { KeyDestroyed } from '#api/adapters/key-store.ts'
import { BrokenTable } from '#api/adapters/table-rows.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { StreamContended } from '#api/event-store/handle-command.ts'
import { EventStoreFull, EventStoreUnavailable } from '#api/event-store/port.ts'
import { answerErrors, answerNotFound } from '#api/http/errors.ts'
import { notFound, unavailable } from '#api/http/problem.ts'
import { ImportUnavailable } from '#api/imports/catching-up.ts'
import { BrokenFile, ReaderGone, ReadersBusy } from '#api/read-side/reader-errors.ts'
import { BadCursor } from '#projections/engine/select-page.ts'
import { listeningForTest } from '#tests/support/sockets.ts'

describe('an error below a route', () => {
  /** Asks a route that fails so. */
  const askWhere = async (fail: express.RequestHandler) => {
    const logged: string[] = []
    const app = express()
    app.get('/', fail)
    app.use(answerNotFound)
    app.use(
      answerErrors(
        pino({}, { write: (line) => void logged.push(line) }),
        () => {},
        async () => {},
      ),
    )
    const answer = await fetch(`http://127.0.0.1:${await listeningForTest(createServer(app))}/`)
    return { status: answer.status, body: await answer.text(), logged: logged.join('') }
  }
  const throwing = (error: unknown) =>
    askWhere(() => {
      throw error
    })
  const named = (name: string, more: object = {}) => Object.assign(new Error('secret: Ann Smith'), { name, ...more })

  test.each([
    [notFound(), 404, 'Not found.'],
    [new RuleBroken('visit-ends-before-start'), 422, 'The given data was invalid.'],
    [new BadCursor(), 400, 'The cursor is invalid.'],
    [new EventStoreUnavailable('secret'), 503, 'The service is busy. Please try again.'],
    ...[
      new EventStoreFull('secret'),
      Object.assign(new Error('secret'), { code: 'ENOSPC' }),
      Object.assign(new Error('secret'), { errcode: 13 }),
    ].map((error): [Error, number, string] => [
      error,
      503,
      'The service is out of room: nothing can be saved until there is some. What you see is as it was.',
    ]),
    [new KeyDestroyed(), 503, 'The service is busy. Please try again.'],
    [new StreamContended('secret'), 503, 'The service is busy. Please try again.'],
    [new ReplyError('secret'), 503, 'The service is busy. Please try again.'],
    [new Error('Command timed out'), 503, 'The service is busy. Please try again.'],
    [
      new Error('Reached the max retries per request limit (which is 2).'),
      503,
      'The service is busy. Please try again.',
    ],
    [new BrokenTable('The file has no rows.'), 422, 'The given data was invalid.'],
    [new ImportUnavailable('Please wait.'), 503, 'Please wait.'],
    [named('ReplyError'), 500, 'Server Error'],
    [new ReaderGone('secret'), 503, 'The service is busy. Please try again.'],
    [
      new BrokenFile('secret'),
      503,
      'This cannot be read at the moment; nothing is lost. Please tell whoever runs the service.',
    ],
    [
      Object.assign(new Error('database disk image is malformed'), { errcode: 11 }),
      503,
      'This cannot be read at the moment; nothing is lost. Please tell whoever runs the service.',
    ],
    [Object.assign(new Error('no such column'), { errcode: 1 }), 500, 'Server Error'],
    [new ReadersBusy('secret'), 429, 'Too many requests at once. Please try again in a moment.'],
    [named('TypeError'), 500, 'Server Error'],
    ['a text', 500, 'Server Error'],
  ])('%s is answered %d', async (error, status, message) => {
    const answer = await throwing(error)

    expect([answer.status, JSON.parse(answer.body).message]).toEqual([status, message])
    expect(answer.body).not.toContain('secret')
  })

  test('is logged where it is ours, without what libraries hang on it', async () => {
    const command = { name: 'set', args: ['session:1', '{"email":"ann@example.com"}'] }

    const { logged } = await throwing(Object.assign(new Error('OOM'), { name: 'ReplyError', command }))

    expect(JSON.parse(logged)).toMatchObject({ level: 50, err: { type: 'Error', message: 'OOM' } })
    expect(logged).toContain('errors.test.ts')
    expect(logged).not.toContain('ann@example.com')
  })

  test.each([notFound(), unavailable('Still catching up.')])(
    'that a route says itself is not logged: %s',
    async (said) => {
      expect((await throwing(said)).logged).toBe('')
    },
  )

  test('that comes after the answer does not harm it', async () => {
    const { status, body, logged } = await askWhere((_, response, next) => {
      response.end('all of it')
      setImmediate(() => next(new Error('the session could not be prolonged')))
    })

    expect([status, body]).toEqual([200, 'all of it'])
    expect(logged).toContain('could not be prolonged')
  })
})
