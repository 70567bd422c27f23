import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type App, appRedirect, asking, codeFor, exchanging, newApp, newVerifier } from '#tests/support/oauth.ts'
import { type Member, newAddress, newTeam } from '#tests/support/teams.ts'

const seed = 20_261_123

type Form = [name: string, value: string][]

/** A change after which a request is no longer the one that its app would send. */
type Mutation = (form: Form, at: number) => Form

const changed = (form: Form, at: number, change: (value: string) => string): Form =>
  form.map(([name, value], index) => (index === at % form.length ? [name, change(value)] : [name, value]))

const mutations: Record<string, Mutation> = {
  'is left out': (form, at) => form.filter((_, index) => index !== at % form.length),
  'is empty': (form, at) => changed(form, at, () => ''),
  'comes twice': (form, at) => [...form, form[at % form.length] ?? ['', '']],
  'comes twice, once empty': (form, at) => [...form, [form[at % form.length]?.[0] ?? '', '']],
  'is longer': (form, at) => changed(form, at, (value) => `${value}x`),
  'is shorter': (form, at) => changed(form, at, (value) => value.slice(0, -1)),
  'begins with a space': (form, at) => changed(form, at, (value) => ` ${value}`),
  'ends with a line': (form, at) => changed(form, at, (value) => `${value}\n`),
  'holds a zero': (form, at) => changed(form, at, (value) => `${value}\0`),
  'is in upper case': (form, at) => changed(form, at, (value) => value.toUpperCase()),
  'is turned round': (form, at) => changed(form, at, (value) => [...value].toReversed().join('')),
  'is that of the next': (form, at) => changed(form, at, () => form[(at + 1) % form.length]?.[1] ?? ''),
  'is called otherwise': (form, at) =>
    form.map(([name, value], index) => (index === at % form.length ? [name.toUpperCase(), value] : [name, value])),
  'is a list': (form, at) =>
    form.map(([name, value], index) => (index === at % form.length ? [`${name}[]`, value] : [name, value])),
}

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

  const mutated = fc.tuple(fc.constantFrom(...Object.keys(mutations)), fc.nat(20))

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
      fc.asyncProperty(mutated, async ([what, at]) => {
        const { status, body } = await send(mutations[what]?.(Object.entries(good), at) ?? [])
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
      fc.asyncProperty(mutated, async ([what, at]) => {
        const form = mutations[what]?.(Object.entries(good), at) ?? []
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
