import { afterEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'

describe('the address that a limit counts by', () => {
  let app: TestApp
  afterEach(() => app.close())

  /** A wrong sign-in to one account, sent on by these proxies. */
  const tryFrom = async (forwardedFor: string) => {
    const json = { email: 'nobody@example.com', password: 'wrong password' }
    const headers = { 'x-forwarded-for': forwardedFor, 'x-real-ip': forwardedFor, forwarded: `for=${forwardedFor}` }
    return (await app.guest().request('POST', '/login', { json, headers })).status
  }

  const lastOf = async (tries: number, forwardedFor: (at: number) => string) => {
    const statuses: number[] = []
    for (let at = 1; at <= tries; at += 1) statuses.push(await tryFrom(forwardedFor(at)))
    return statuses.at(-1)
  }

  test('is not taken from the caller’s header without a proxy', async () => {
    app = await startApp()

    expect(await lastOf(6, (at) => `203.0.113.${at}`)).toBe(429)
  })

  test('is the one that the nearest proxy names, whatever precedes it', async () => {
    app = await startApp({ env: { trustProxy: 1 } })

    expect(await lastOf(6, (at) => `203.0.113.${at}, 198.51.100.7`)).toBe(429)
    expect(await tryFrom('198.51.100.7, 198.51.100.8')).toBe(422)
  })
})
