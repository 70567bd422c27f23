import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'

const busy = { message: 'The service is busy. Please try again.' }

describe('while Redis is away', () => {
  let app: TestApp
  let ann: Member
  beforeEach(async () => {
    app = await startApp()
    ann = await newTeam(app)
    await app.redis.stop()
  })
  afterEach(() => app.close())

  test('whoever is signed in is told to try again, and nothing of why', async () => {
    const answers = await Promise.all([
      ann.request('GET', '/api/clients'),
      ann.request('POST', '/api/client', { json: { name: 'Acme' } }),
      app.guest().request('POST', '/login', { json: { email: ann.email, password } }),
    ])

    for (const { status, body } of answers) expect([status, body]).toEqual([503, busy])
  })

  test('guests are told the same as ever, and probes too', async () => {
    expect((await app.guest().request('GET', '/health')).status).toBe(200)
    expect((await app.guest().request('GET', '/ready')).status).toBe(200)
    expect((await app.guest().request('GET', '/api/clients')).status).toBe(401)
  })
})

describe('while the event store is away', () => {
  let app: TestApp
  let ann: Member
  beforeEach(async () => {
    app = await startApp()
    ann = await newTeam(app)
    await app.eventStore.stop()
  })
  afterEach(() => app.close())

  test('what is known is still read, and writes are told to try again', async () => {
    const [read, write] = await Promise.all([
      ann.request('GET', '/api/clients'),
      ann.request('POST', '/api/client', { json: { name: 'Acme' } }),
    ])

    expect(read.status).toBe(200)
    expect([write.status, write.body]).toEqual([503, busy])
  })
})
