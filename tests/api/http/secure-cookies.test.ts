import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { registration } from '#tests/support/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { appUrl: 'https://sites.test' } })
})
afterAll(() => app.close())

test('behind https a session travels in a cookie that goes nowhere else', async () => {
  const ann = app.guest()
  const headers = { 'x-forwarded-proto': 'https' }

  const answer = await ann.request('POST', '/register', { json: registration(), headers })

  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-siteledger=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect((await ann.request('GET', '/user/current', { headers })).status).toBe(200)
  expect(answer.headers.get('strict-transport-security')).toMatch(/max-age/)
})

test('behind https a write must come from there', async () => {
  const ann = app.guest()
  const headers = { 'x-forwarded-proto': 'https' }
  await ann.request('POST', '/register', { json: registration(), headers })

  const elsewhere = { ...headers, origin: 'http://sites.test' }
  expect((await ann.request('POST', '/api/client', { json: { name: 'Acme' }, headers: elsewhere })).status).toBe(403)
  expect((await ann.request('POST', '/api/client', { json: { name: 'Acme' }, headers })).status).toBe(201)
})
