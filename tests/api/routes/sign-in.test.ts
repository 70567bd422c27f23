import { describe, expect } from 'vitest'
import type { Call } from '#api/http/route.ts'
import { signInRoutes } from '#api/routes/sign-in.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { refreshToken, signIn, signOut, signOutByLink } from '#schemas/resources/sessions.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { inTurn, times } from '#tests/support/in-turn.ts'
import { notedLedger } from '#tests/support/noted-work.ts'
import { sessionCookieOf } from '#tests/support/sessions.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam, password } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

describe('signing in [D-80]', () => {
  test('with the right password leads to the dashboard, whatever the case of the address', async ({ guest, ann }) => {
    const { body } = await guest.call(signIn, { body: { email: ann.email.toUpperCase(), password } })

    expect(body).toEqual({ redirect: '/dashboard' })
    expect((await guest.ask(currentUser)).id).toBe(ann.userId)
  })

  test('is refused alike for a wrong password and for an address that nobody has', async ({ ann }) => {
    const wrong = await app.guest().refused(signIn, { body: { email: ann.email, password: 'wrong' } })
    const unknown = await app.guest().refused(signIn, { body: { email: 'nobody@example.com', password } })

    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toEqual({ email: ['These credentials do not match our records.'] })
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body })
  })

  test('reads and hashes as much for an address that nobody has as for one that somebody has', async ({ ann }) => {
    const workFor = async (email: string) => {
      const work: string[] = []
      const ledger = notedLedger(app.ledger, work)
      const unchanged = { countText: async () => {}, hashPassword: async () => '', isOutdatedHash: () => false }
      const verifyPassword = async () => {
        work.push('hash')
        return false
      }
      const [route] = signInRoutes(ledger, { ...unchanged, digest: app.digest, verifyPassword })
      const call = { body: { email, password: 'x', remember: false }, context: contextOf(null, null) }
      await expect(async () => route?.handler(call as unknown as Call<Endpoint>)).rejects.toThrow('sign-in-refused')
      return work
    }

    const forSomebody = await workFor(ann.email)

    expect(forSomebody).toEqual(['read emailreservation', 'read user', 'hash'])
    expect(await workFor('nobody@example.com')).toEqual(forSomebody)
  })

  test('never goes on in a session that was there before: a planted one is worth nothing', async ({ ann, eve }) => {
    const planted = sessionCookieOf(eve)

    const victim = app.guest()
    await victim.call(signIn, { body: { email: ann.email, password } }, { headers: { cookie: planted } })

    expect(sessionCookieOf(victim)).not.toBe(planted)
    expect((await app.guest().request('GET', '/user/current', { headers: { cookie: planted } })).status).toBe(401)
  })

  test('with "remember me" keeps the cookie for 30 days, else until the browser closes', async ({ ann }) => {
    const expiryOf = async (remember: boolean) => {
      const { headers } = await app.guest().call(signIn, { body: { email: ann.email, password, remember } })
      const expires = /expires=([^;]+)/i.exec(
        headers.getSetCookie().find((set) => set.startsWith('siteledger=')) ?? '',
      )?.[1]
      return expires && Math.round((Date.parse(expires) - Date.now()) / (24 * 60 * 60 * 1000))
    }

    expect(await expiryOf(true)).toBe(30)
    expect(await expiryOf(false)).toBeUndefined()
  })

  test('the cookie is out of reach for scripts and other sites [D-65]', async ({ ann }) => {
    const { headers } = await app.guest().call(signIn, { body: { email: ann.email, password } })

    expect(headers.getSetCookie().map((set) => set.split('=')[0])).toEqual(['siteledger-position', 'siteledger'])
    for (const set of headers.getSetCookie()) expect(set).toMatch(/; HttpOnly; SameSite=Lax$/)
  })
})

describe('tries to sign in', () => {
  const tryOnce = async (email: string, typed: string) =>
    (await app.guest().request('POST', '/login', { json: { email, password: typed } })).status

  test('are limited to 5 a minute for one address, also all at once, and the right password does not help then', async () => {
    const ann = await newTeam(app)
    const bob = await newTeam(app)

    const statuses = await Promise.all(Array.from({ length: 8 }, () => tryOnce(ann.email, 'wrong')))
    const late = await app
      .guest()
      .request('POST', '/login', { json: { email: ` ${ann.email.toUpperCase()}`, password } })

    expect(statuses.toSorted()).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await tryOnce(bob.email, password)).toBe(200)
  })

  test('that succeed do not count', async ({ ann }) => {
    expect(await inTurn(7, () => tryOnce(ann.email, password))).toEqual(times(7, 200))
  })

  test('are limited for an address that nobody has, too', async () => {
    const statuses = await inTurn(6, () => tryOnce('nobody-at-all@example.com', 'wrong'))

    expect(statuses).toEqual([...times(5, 422), 429])
  })
})

describe('signing out', () => {
  test('[API2A-12] GET /logout ends the session and leads to the sign-in page', async ({ ann }) => {
    const { headers } = await ann.call(signOutByLink)

    expect(headers.get('location')).toBe('/login')
    expect((await ann.refused(currentUser)).status).toBe(401)
  })

  test('ends the API token of the session with it', async ({ ann }) => {
    const { token } = await ann.ask(refreshToken)

    await ann.call(signOut)

    const headers = { authorization: `Bearer ${token}` }
    expect((await app.guest().request('GET', '/user/current', { headers })).status).toBe(401)
  })
})
