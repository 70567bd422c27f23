import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appUrl, startApp, type TestApp } from '#tests/support/app.ts'
import { pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

let app: TestApp
let ann: Member
let boss: Member
beforeAll(async () => {
  app = await startApp({ env: { operatorEmails: ['boss@example.com'] } })
  boss = await newTeam(app, { email: 'boss@example.com' })
})
beforeEach(async () => {
  ann = await newTeam(app)
})
afterAll(() => app.close())

describe('a write with the session cookie', () => {
  const write = async (headers: Record<string, string>) => {
    const json = { name: 'Acme' }
    return (await ann.request('POST', '/api/client', { json, headers: { origin: '', ...headers } })).status
  }

  test.each<[string, Record<string, string>]>([
    ['by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }],
    ['by Sec-Fetch-Site, whatever Origin says', { 'sec-fetch-site': 'same-origin', origin: 'http://evil.test' }],
    ['by Origin where a browser sends no Sec-Fetch-Site', { origin: appUrl }],
  ])('from our own pages is taken: %s', async (_, headers) => {
    expect(await write(headers)).toBe(201)
  })

  test.each<[string, Record<string, string>]>([
    ['nothing that says where from', {}],
    ['another origin', { origin: 'http://evil.test' }],
    ['an origin that begins like ours', { origin: `${appUrl}.evil.test` }],
    ['our origin on another port', { origin: `${appUrl}:81` }],
    ['a frame without an origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site, with our Origin', { 'sec-fetch-site': 'cross-site', origin: appUrl }],
    ['a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another origin, with credentials in the address', { origin: 'http://evil.test', authorization: 'Basic YTpi' }],
  ])('from elsewhere is refused: %s', async (_, headers) => {
    expect(await write(headers)).toBe(403)
  })

  test('is refused before anything of it is looked at', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }

    expect((await ann.request('POST', '/api/client', { text: '{broken', headers })).status).toBe(403)
    expect((await ann.request('POST', '/logout', { headers })).status).toBe(403)
    expect((await ann.request('GET', '/api/clients')).status).toBe(200)
  })

  test('next to an API token counts for nothing', async () => {
    expect(await write({ authorization: 'Bearer something' })).toBe(401)
    expect(await write({ authorization: 'bearer something', origin: appUrl })).toBe(401)
  })
})

test('a write without the session cookie may come from anywhere, also with cookies of others', async () => {
  const json = { email: 'nobody@example.com', password: 'wrong password' }
  for (const headers of [{ origin: '' }, { origin: '', cookie: 'theme=dark; notsiteledger=1' }]) {
    expect((await app.guest().request('POST', '/login', { json, headers })).status).toBe(422)
  }
})

describe('a link that does something', () => {
  const fromOwnPages = declaredEndpoints.filter(([, { caller }]) => caller?.fromOwnPages)

  test('is one of these', () => {
    const names = ['impersonate', 'startImpersonation', 'stopImpersonating', 'signOutByLink', 'switchTeam']
    expect(fromOwnPages.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  })

  test.each(fromOwnPages)('does nothing for a page elsewhere: %s [D-74]', async (_, endpoint) => {
    const position = await app.ledger.lastPosition()
    const typed = endpoint.caller?.fromOwnPages === 'or-typed' ? [] : [{ 'sec-fetch-site': 'none' }]
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { referer: '', origin: '' },
      { referer: `${appUrl}.evil.test/`, origin: `${appUrl}.evil.test` },
      { referer: 'http://evil.test/http://localhost/', origin: 'http://evil.test' },
      ...typed,
    ]) {
      const path = pathOf(endpoint, { params: { id: ann.userId } })
      const json = endpoint.method === 'GET' ? {} : { json: {} }
      expect((await boss.request(endpoint.method, path, { headers, ...json })).status).toBe(403)
    }
    expect((await boss.request('GET', '/user/current')).body).toMatchObject({ id: boss.userId })
    expect(await app.ledger.lastPosition()).toBe(position)
  })
})

describe('signing out by a link', () => {
  test('is done for our own page where the browser sends no Sec-Fetch-Site, and clears the browser [D-74]', async () => {
    const person = await newTeam(app)
    const { status, headers } = await person.request('GET', '/logout')

    expect([status, headers.get('clear-site-data')]).toEqual([302, '"cache"'])
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^siteledger=;.* Expires=Thu, 01 Jan 1970/)])
  })

  test.each(['same-origin', 'none'])('is done for our own page and the address bar (%s)', async (site) => {
    const answer = await ann.request('GET', '/logout', { headers: { 'sec-fetch-site': site, accept: 'text/html' } })

    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login'])
    expect((await ann.request('GET', '/user/current')).status).toBe(401)
  })
})
