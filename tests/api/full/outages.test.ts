import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FullApp, startFullApp } from '#tests/support/full-app.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'

const busy = { message: 'The service is busy. Please try again.' }

describe('while Redis is away', () => {
  let app: FullApp
  let ann: Member
  beforeEach(async () => {
    app = await startFullApp()
    ann = await newTeam(app)
    await app.redis.stop()
  })
  afterEach(() => app.close())

  test('a signed-in user is asked to try again, without the cause', async () => {
    const answers = await Promise.all([
      ann.request('GET', '/api/clients'),
      ann.request('POST', '/api/client', { json: { name: 'Acme' } }),
      app.guest().request('POST', '/login', { json: { email: ann.email, password } }),
    ])

    for (const { status, body } of answers) expect([status, body]).toEqual([503, busy])
  })

  test('guests and probes get the usual answers', async () => {
    expect((await app.guest().request('GET', '/health')).status).toBe(200)
    expect((await app.guest().request('GET', '/ready')).status).toBe(200)
    expect((await app.guest().request('GET', '/api/clients')).status).toBe(401)
  })
})

describe('while the event store is away', () => {
  let app: FullApp
  let ann: Member
  beforeEach(async () => {
    app = await startFullApp()
    ann = await newTeam(app)
    await app.eventStore.stop()
  })
  afterEach(() => app.close())

  test('reads still work, and writes are asked to try again', async () => {
    const [read, write] = await Promise.all([
      ann.request('GET', '/api/clients'),
      ann.request('POST', '/api/client', { json: { name: 'Acme' } }),
    ])

    expect(read.status).toBe(200)
    expect([write.status, write.body]).toEqual([503, busy])
  })
})
