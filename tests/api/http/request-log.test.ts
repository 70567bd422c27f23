import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addClient } from '#schemas/resources/clients.ts'
import { startApp } from '#tests/support/app.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())
const ann = prepared(() => newTeam(app))

/** The line of a request, once its response is closed. */
const lineOf = (id: string | null) =>
  expect.poll(() =>
    app.logged.map((line) => JSON.parse(line)).find(({ requestId, status }) => requestId === id && status),
  )

const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id')

describe('each request', () => {
  test('is one line at info: its contract, how it ended, how long it took, its id and its user', async () => {
    const client = await ann.ask(addClient, { body: { name: 'Acme' } })

    const answer = await ann.request('GET', `/api/client/${client.id}?_secret=thing`)

    await lineOf(idOf(answer)).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: idOf(answer),
      method: 'GET',
      route: '/api/client/{id}',
      status: 200,
      ms: expect.any(Number),
      userId: ann.userId,
      msg: 'request completed',
    })
    expect(app.logged.join('')).not.toContain('secret')
  })

  test.each([
    '/invitations/aB3dE-secret',
    '/register?invitation=aB3dE-secret',
    '/register?team-invitation=aB3dE-secret',
  ])('says of the link %s nothing that lets anyone in [D-24]', async (path) => {
    const answer = await app.guest().request('GET', path)

    await lineOf(idOf(answer)).toMatchObject({ method: 'GET' })
    expect(app.logged.join('')).not.toContain('aB3dE')
  })

  test('of a guest has no user, and one that no contract serves no route', async () => {
    const answer = await app.guest().request('GET', '/api/nothing')

    await lineOf(idOf(answer)).toMatchObject({ status: 404, method: 'GET' })
    const line = app.logged.find((each) => each.includes(idOf(answer) ?? '-'))
    expect(Object.keys(JSON.parse(line ?? '{}'))).not.toEqual(expect.arrayContaining(['userId', 'route']))
  })

  test('keeps a well-formed id of its caller, also in the events that it causes', async () => {
    const id = randomUUID()
    const answer = await ann.request('POST', '/api/client', {
      json: { name: 'North' },
      headers: { 'x-request-id': id },
    })

    expect([answer.status, idOf(answer)]).toEqual([201, id])
    const events = await eventsOf(app.ledger, 'ClientAdded')
    expect(events.filter(({ metadata }) => metadata.requestId === id)).toHaveLength(1)
  })

  test.each(['short', 'ann@example.com-and-more', 'x'.repeat(65), 'with spaces in the middle', '"}{"level":60,"a":"b'])(
    'gets an id of ours instead of %j',
    async (sent) => {
      const answer = await ann.request('GET', '/health', { headers: { 'x-request-id': sent } })

      expect(idOf(answer)).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})
