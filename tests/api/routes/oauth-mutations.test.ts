import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type App, appRedirect, asking, codeFor, exchanging, newApp, newVerifier } from '#tests/support/oauth.ts'
import { type Form, oneFault, withChanges } from '#tests/support/oauth-mutations.ts'
import { type Member, newAddress, newTeam } from '#tests/support/teams.ts'

const seed = 20_261_123

describe('a request that its app would not send', () => {
  let app: TestApp
  let users: Member[]
  let client: App
  beforeAll(async () => {
    app = await startApp({ env: { trustProxy: 1 } })
    users = await Promise.all(Array.from({ length: 8 }, () => newTeam(app)))
    client = await newApp(someone(), { confidential: false })
  })
  afterAll(() => app.close())

  let asked = 0
  /** A user, each in turn: how often one may ask is not what is tested here. */
  const someone = (): Member => {
    asked += 1
    const user = users[asked % users.length]
    if (!user) throw new Error('Nobody is there')
    return user
  }

  test('gets no token and breaks nothing, whatever is changed in it', async () => {
    // A code lasts a minute, and all of these requests are made in it.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const good = { client_id: client.client_id, ...exchanging(await codeFor(someone(), client)) }
    const send = (form: Form) =>
      app.guest().request('POST', '/oauth/token', {
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': newAddress() },
        text: new URLSearchParams(form).toString(),
      })
    await fc.assert(
      fc.asyncProperty(oneFault, async ([what, at]) => {
        const { status, body } = await send(withChanges(Object.entries(good), [[what, at]]))
        expect([what, at, status]).toEqual([what, at, expect.toSatisfy((one) => one === 400 || one === 401)])
        expect(body).toMatchObject({ error: expect.any(String) })
      }),
      { seed, numRuns: 400 },
    )
    // It was the change alone that was refused.
    expect((await send(Object.entries(good))).status).toBe(200)
  })

  test('gets no code, and is answered at no address but a registered one', async () => {
    const good = asking(client, newVerifier().challenge)
    await fc.assert(
      fc.asyncProperty(oneFault, async ([what, at]) => {
        const form = withChanges(Object.entries(good), [[what, at]])
        const { status, headers } = await someone().request('GET', `/oauth/authorize?${new URLSearchParams(form)}`)
        const location = headers.get('location') ?? appRedirect
        expect([what, at, status]).toEqual([what, at, expect.toSatisfy((one) => [200, 302, 400].includes(one))])
        expect(location.startsWith(appRedirect)).toBe(true)
        expect(new URL(location).searchParams.has('code')).toBe(false)
      }),
      { seed, numRuns: 400 },
    )
  })
})
