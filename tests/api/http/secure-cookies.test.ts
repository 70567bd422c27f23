import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newShare } from '#tests/support/shares.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { registration } from '#tests/support/teams.ts'

const app = prepared(() => startApp({ env: { appUrl: 'https://sites.test' } }))

test('behind https a session travels in a cookie that goes nowhere else', async () => {
  const ann = app.guest()
  const headers = { 'x-forwarded-proto': 'https' }

  const answer = await ann.request('POST', '/register', { json: registration(), headers })

  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-siteledger-position=\d+; Max-Age=60; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    ),
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

test('behind https the cookie of an opened share link goes to the path of that link alone', async () => {
  const ann = app.guest()
  const headers = { 'x-forwarded-proto': 'https' }
  await ann.request('POST', '/register', { json: registration(), headers })
  const create = recordCreator(ann)
  const site = await create.site((await create.client('Acme')).id, 'North')
  const { path } = await newShare(ann, { site_id: site.id, max_openings: 1 })

  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  const opened = await app.guest().request('POST', path, { headers: form, text: '' })

  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      new RegExp(`^__Secure-siteledger-share=[^;]+; Max-Age=3600; Path=${path}; .*; HttpOnly; Secure; SameSite=Lax$`),
    ),
  ])
})
