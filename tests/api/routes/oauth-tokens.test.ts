import { describe, expect, vi } from 'vitest'
import { clientStream, oauthGrantStream } from '#api/event-store/streams.ts'
import { OAuthGrantId } from '#schemas/ids.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { updateOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { listAuthorizedApps } from '#schemas/resources/oauth-tokens.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { setClock } from '#tests/support/clock.ts'
import {
  type App,
  basic,
  codeFor,
  exchanging,
  newApp,
  refreshing,
  sendForm,
  type Tokens,
  tokensFor,
  withToken,
} from '#tests/support/oauth.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

describe('tokens of apps', () => {
  const { app, test: tests } = sharedApp()

  const asking = (client: App, form: Record<string, string>, headers: Record<string, string> = {}) =>
    sendForm(app.guest(), '/oauth/token', client, form, headers)
  const statusOf = async (token: string) => (await app.guest().request('GET', '/api/clients', withToken(token))).status
  const world = async (form: object = {}) => {
    const owner = await newTeam(app)
    return { owner, client: await newApp(owner, form) }
  }
  const test = tests.extend('world', () => world())

  test('of three exchanges of one code at once none is left with a token that works', async () => {
    const { owner, client } = await world()
    const code = await codeFor(owner, client)

    const answers = await Promise.all([1, 2, 3].map(() => asking(client, exchanging(code))))

    const won = answers.flatMap(({ status, body }) => (status === 200 ? [body as Tokens] : []))
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2)
    expect(await statusOf(won[0]?.access_token ?? '')).toBe(401)
  })

  test('refresh tokens rotate; the access token before lives to its hour, a used refresh token ends everything', async () => {
    const { owner, client } = await world({ confidential: false })
    const first = await tokensFor(app.guest(), owner, client)

    const { body, headers } = await asking(client, refreshing(first.refresh_token))

    const second = body as Tokens
    expect(headers.get('cache-control')).toBe('no-store')
    expect(second).toMatchObject({
      access_token: expect.stringMatching(/^slo_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^slr_[0-9a-f-]{36}\.[\w-]{43}$/),
    })
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([200, 200])
    expect(await asking(client, refreshing(first.refresh_token))).toMatchObject({ body: { error: 'invalid_grant' } })
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([401, 401])
    expect(await owner.ask(listAuthorizedApps)).toEqual([])
  })

  test('a refresh may narrow its access token, and never widens anything (D-125)', async () => {
    const { owner, client } = await world()
    const wide = await tokensFor(app.guest(), owner, client, { scope: 'clients.view clients.create' })

    const more = await asking(client, { ...refreshing(wide.refresh_token), scope: 'clients.view sites.view' })
    const narrow = (await asking(client, { ...refreshing(wide.refresh_token), scope: 'clients.view' })).body as Tokens
    const back = (await asking(client, refreshing(narrow.refresh_token))).body as Tokens

    expect(more.body).toMatchObject({ error: 'invalid_scope' })
    expect([narrow.scope, back.scope]).toEqual(['clients.view', 'clients.view clients.create'])
    const body = { name: 'x' }
    const refused = await app.guest().refused(addClient, { body }, withToken(narrow.access_token))
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="clients.create"')
    expect((await app.guest().call(addClient, { body }, withToken(back.access_token))).status).toBe(201)
  })

  test('last an hour, and a code a minute', async ({ world: { owner, client } }) => {
    const { access_token } = await tokensFor(app.guest(), owner, client)
    const code = await codeFor(owner, client)
    setClock(Date.now() + 60_000)
    expect((await asking(client, exchanging(code))).body).toMatchObject({ error: 'invalid_grant' })
    expect(await statusOf(access_token)).toBe(200)
    vi.setSystemTime(Date.now() + 59 * 60_000)
    expect(await statusOf(access_token)).toBe(401)
  })

  test.each<[string, Record<string, string>, Record<string, string>, number, string]>([
    ['no grant type', { grant_type: '' }, {}, 400, 'invalid_request'],
    ['an unknown grant type', { grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
    ['no verifier', { code_verifier: '' }, {}, 400, 'invalid_request'],
    ['a wrong verifier', { code_verifier: 'v'.repeat(43) }, {}, 400, 'invalid_grant'],
    ['two ways of authenticating', { client_secret: 'x' }, {}, 400, 'invalid_request'],
    ['another client in the body', { client_id: 'x' }, {}, 400, 'invalid_request'],
    ['a wrong secret', {}, { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }, 401, 'invalid_client'],
    ['a token for a secret', {}, { authorization: 'Bearer abcdefghijklmnopqrstuvwxyz' }, 401, 'invalid_client'],
    ['loose base64', {}, { authorization: 'Basic YTpi=' }, 401, 'invalid_client'],
    ['JSON', {}, { 'content-type': 'application/json' }, 400, 'invalid_request'],
  ])('are refused for %s, as RFC 6749 says it', async (_, changes, headers, status, error) => {
    const { owner, client } = await world()
    const code = await codeFor(owner, client)

    const answer = await asking(client, { ...exchanging(code), ...changes }, headers)

    expect(answer).toMatchObject({ status, body: { error, error_description: expect.any(String) } })
    expect(answer.headers.get('www-authenticate')?.startsWith('Basic') ?? false).toBe(status === 401)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    // The code is as good as before.
    expect((await asking(client, exchanging(code))).status).toBe(200)
  })

  test.each([
    ['a repeated parameter', 'grant_type=refresh_token&grant_type=refresh_token', 400],
    ['no UTF-8', 'grant_type=%ff', 400],
    ['more than 16 kB', `grant_type=refresh_token&more=${'x'.repeat(16_384)}`, 413],
  ])('are refused for %s', async (_, text, status) => {
    const { client } = await world()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...basic(client) }

    const answer = await app.guest().request('POST', '/oauth/token', { headers, text })

    expect(answer).toMatchObject({ status, body: { error: 'invalid_request' } })
  })

  test('guessing a secret is stopped after twenty tries a minute', async ({ world: { client } }) => {
    const guess = () => asking({ ...client, secret: 'guess' }, refreshing('x'))

    for (let tries = 0; tries < 20; tries += 1) expect((await guess()).status).toBe(401)

    const stopped = await guess()
    expect(stopped).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
    expect(stopped.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('programs in browsers may ask from any origin; nothing else is opened to them', async () => {
    const origin = { origin: 'https://app.example' }
    const preflight = await app.guest().request('OPTIONS', '/oauth/token', { headers: origin })
    const { headers } = await asking((await world()).client, {}, origin)

    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    for (const path of ['/oauth/authorize', '/oauth/tokens', '/api/clients']) {
      const closed = await app.guest().request('GET', path, { headers: origin })
      expect(closed.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('a session’s cookie counts for nothing there', async ({ world: { owner, client } }) => {
    const code = await codeFor(owner, client)

    const { status } = await sendForm(owner, '/oauth/token', client, exchanging(code), {
      origin: 'https://app.example',
    })

    expect(status).toBe(200)
  })

  const giveBack = (client: App, token: string) => sendForm(app.guest(), '/oauth/revoke', client, { token })

  test('given back by another app, or invented: nothing happens, and nobody is told', async ({
    world: { owner, client },
  }) => {
    const other = await newApp(owner)
    const { access_token, refresh_token } = await tokensFor(app.guest(), owner, client)

    for (const token of [access_token, refresh_token, 'slr_x', `slo_${'x'.repeat(43)}`]) {
      expect(await giveBack(other, token)).toMatchObject({ status: 200, body: {} })
    }

    expect(await statusOf(access_token)).toBe(200)
    expect((await asking(client, refreshing(refresh_token))).status).toBe(200)
    expect((await giveBack({ ...client, secret: 'wrong' }, refresh_token)).status).toBe(401)
    expect((await sendForm(app.guest(), '/oauth/revoke', client, {})).body).toMatchObject({
      error: 'invalid_request',
    })
  })

  test('[API2E-06] [ENT2-23] [PLAT-12] authorized apps are listed, a row for each consent, to their user', async () => {
    const { owner, client } = await world()
    const other = await newTeam(app)
    const { refresh_token } = await tokensFor(app.guest(), owner, client)
    await asking(client, refreshing(refresh_token))

    expect(await owner.ask(listAuthorizedApps)).toEqual([
      {
        id: expect.any(String),
        client: { id: client.client_id, name: 'Phone' },
        team: { id: owner.teamId, name: expect.any(String) },
        scopes: [{ id: 'clients.view', description: 'View clients' }],
        created_at: expect.any(String),
        last_used_at: null,
      },
    ])
    expect(await other.ask(listAuthorizedApps)).toEqual([])
  })

  test('an app may do what its user may, and no more than was granted, in one team', async () => {
    const { owner, client } = await world()
    const reader = await newMember(app, owner, 'member')
    const { access_token } = await tokensFor(app.guest(), reader, client, { scope: 'clients.view clients.create' })

    const beyondTheUser = await app.guest().refused(addClient, { body: { name: 'x' } }, withToken(access_token))
    const beyondTheScope = await app.guest().request('GET', '/api/sites', withToken(access_token))
    const own = await app.guest().request('GET', '/oauth/tokens', withToken(access_token))

    expect([beyondTheUser.status, beyondTheScope.status, own.status]).toEqual([403, 403, 403])
    expect(beyondTheUser.headers.get('www-authenticate')).toBeNull()
    expect((await app.guest().ask(currentUser, {}, withToken(access_token))).id).toBe(reader.userId)
  })

  test('the codes of a redirect that a client gave up are void, and nothing else of it', async () => {
    const { owner, client } = await world()
    const tokens = await tokensFor(app.guest(), owner, client)
    const code = await codeFor(owner, client)
    const one = { params: { id: client.client_id } }

    await owner.call(updateOAuthClient, { ...one, body: { name: 'Phone', redirect: 'https://phone.example/new' } })
    expect((await asking(client, exchanging(code))).body).toMatchObject({ error: 'invalid_grant' })
    expect((await asking(client, refreshing(tokens.refresh_token))).status).toBe(200)
  })

  test('what an app does is told to be done through it', async ({ world: { owner, client } }) => {
    const { access_token } = await tokensFor(app.guest(), owner, client, { scope: 'clients.create' })

    const { body } = await app.guest().call(addClient, { body: { name: 'Acme' } }, withToken(access_token))

    const [event] = await app.ledger.read(clientStream(body.id))
    expect(event?.metadata).toMatchObject({ actor: owner.userId, via: { kind: 'oauth', id: client.client_id } })
  })

  test('neither codes nor tokens are readable in the log', async ({ world: { owner, client } }) => {
    const { code, verifier } = await codeFor(owner, client)
    const tokens = (await asking(client, exchanging({ code, verifier }))).body as Tokens
    const grantId = OAuthGrantId.parse(code.slice(4, 40))

    const events = JSON.stringify(await app.ledger.read(oauthGrantStream(grantId)), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )

    expect(events).toContain('OAuthTokensIssued')
    for (const text of [code, tokens.access_token, tokens.refresh_token, verifier]) {
      expect(events).not.toContain(text.slice(-43))
      expect(app.logged.join()).not.toContain(text.slice(-43))
    }
  })
})
