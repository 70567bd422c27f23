import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, vi } from 'vitest'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { impersonate } from '#schemas/resources/impersonation.ts'
import { askForConsent, ConsentRequest, giveConsent, refuseConsent } from '#schemas/resources/oauth-authorization.ts'
import { deleteOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { listAuthorizedApps } from '#schemas/resources/oauth-tokens.ts'
import { confirmIdentity, signIn } from '#schemas/resources/sessions.ts'
import { appUrl } from '#tests/support/app.ts'
import { setClock } from '#tests/support/clock.ts'
import {
  type App,
  answered,
  appRedirect,
  asking,
  codeFor,
  exchanging,
  newApp,
  newVerifier,
  refreshing,
  sendForm,
  type Tokens,
  withToken,
} from '#tests/support/oauth.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'

const page = '<!doctype html><title>Siteledger</title>'

describe('authorizing an app', () => {
  const { app, test: tests, boss } = operatedApp()
  beforeAll(async () => {
    await mkdir(join(app.dataDir, 'web'))
    await writeFile(join(app.dataDir, 'web', 'index.html'), page)
  })

  const { challenge } = newVerifier()
  const addressOf = (client: App, changes: Record<string, string | undefined> = {}) =>
    `${askForConsent.path}?${new URLSearchParams(asking(client, challenge, changes))}`
  const navigation = { headers: { accept: 'text/html,*/*;q=0.8' } }
  const world = async (form: object = {}) => {
    const user = await newTeam(app)
    return { user, client: await newApp(user, { confidential: false, ...form }) }
  }
  const test = tests.extend('world', () => world())
  const requestOf = async (user: Member, client: App) =>
    ConsentRequest.parse((await user.request('GET', addressOf(client))).body).request

  test('says who asks for what, for whom, and in which team', async ({ world: { user, client } }) => {
    const asker = await newTeam(app)
    const { status, body, headers } = await asker.request(
      'GET',
      addressOf(client, { scope: 'sites.create clients.view clients.view' }),
    )

    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      request: expect.stringMatching(/^[\w-]{43}$/),
      client: {
        id: client.client_id,
        name: 'Phone',
        redirect_host: 'phone.example',
        owner: { name: expect.stringMatching(/^Ann /), email: user.email },
      },
      user: { name: expect.stringMatching(/^Ann /), email: asker.email },
      team: { id: asker.teamId, name: expect.any(String) },
      teams: [{ id: asker.teamId, name: expect.any(String) }],
      scopes: [
        { id: 'clients.view', description: 'View clients' },
        { id: 'sites.create', description: 'Create sites' },
      ],
    })
  })

  test('a navigation gets the page, which nobody shows in a frame or keeps', async ({ world: { user, client } }) => {
    const { status, body, headers } = await user.request('GET', addressOf(client), navigation)

    expect([status, body]).toEqual([200, page])
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['DENY', 'no-store'])
  })

  test('leads a guest to sign in and back; data are refused', async ({ world: { client } }) => {
    const led = await app.guest().request('GET', addressOf(client), navigation)
    const data = await app.guest().request('GET', addressOf(client))

    expect([led.status, led.headers.get('location')]).toEqual([
      302,
      `/login?${new URLSearchParams({ back: addressOf(client) })}`,
    ])
    expect(data.status).toBe(401)
  })

  test('refusing tells the app so, and gives nothing', async ({ world: { user, client } }) => {
    const request = await requestOf(user, client)

    const { body } = await user.call(refuseConsent, { body: { request } })

    expect(answered(body.redirect)).toMatchObject({ error: 'access_denied', state: 'xyz', iss: appUrl })
    expect((await user.refused(giveConsent, { body: { request } })).status).toBe(410)
    expect(await user.ask(listAuthorizedApps)).toEqual([])
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: '0199aaaa-0000-7000-8000-000000000001' }],
    ['no redirect', { redirect_uri: undefined }],
    ['another redirect', { redirect_uri: `${appRedirect}/more` }],
    ['a port that there is not', { redirect_uri: 'http://127.0.0.1:99999/cb' }],
  ])('%s is refused here, and nobody is sent anywhere', async (_, changes) => {
    const { user, client } = await world({ redirect: `${appRedirect},http://127.0.0.1/cb` })

    const data = await user.request('GET', addressOf(client, changes))
    const shown = await user.request('GET', addressOf(client, changes), navigation)

    expect(data).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^This app /) } })
    expect([shown.status, shown.body, shown.headers.get('location')]).toEqual([400, page, null])
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test.each<[string, Record<string, string | undefined>, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['a fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'x' }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['an unknown scope', { scope: 'clients.view fly' }, 'invalid_scope'],
    ['operating the platform', { scope: 'operate' }, 'invalid_scope'],
  ])('the app is told of %s at its redirect', async (_, changes, error) => {
    const { user, client } = await world()
    for (const sending of [{}, navigation]) {
      const { status, headers } = await user.request('GET', addressOf(client, changes), sending)

      expect(status).toBe(302)
      expect(headers.get('location')?.startsWith(`${appRedirect}?`)).toBe(true)
      expect(answered(headers.get('location'))).toEqual({
        error,
        error_description: expect.any(String),
        state: 'xyz',
        iss: appUrl,
      })
    }
  })

  test('a repeated parameter is refused here where it says who would be told, else the app is told of it', async () => {
    const { user, client } = await world()
    const repeating = (name: string) => user.request('GET', `${addressOf(client)}&${name}=sites.view`)

    expect([(await repeating('client_id')).status, (await repeating('redirect_uri')).status]).toEqual([400, 400])
    const { headers } = await repeating('scope')
    expect(answered(headers.get('location'))).toMatchObject({ error: 'invalid_request', state: 'xyz' })
  })

  test('the answer follows what the redirect asks already, and any port of this very machine', async () => {
    const { user, client } = await world({ redirect: 'http://127.0.0.1/cb?own=1' })
    const here = 'http://127.0.0.1:49152/cb?own=1'
    const { body } = await user.request('GET', addressOf(client, { redirect_uri: here, state: undefined }))
    const { request, client: asker } = ConsentRequest.parse(body)

    const { redirect } = await user.ask(giveConsent, { body: { request } })

    expect(asker.redirect_host).toBe('127.0.0.1:49152')
    expect(redirect.startsWith(`${here}&code=slc_`)).toBe(true)
    expect(new URL(redirect).searchParams.has('state')).toBe(false)
  })

  test('is one answer of one session: twice at once gives one code, another session gets 403', async () => {
    const { user, client } = await world()
    const request = await requestOf(user, client)
    const elsewhere = app.guest()
    await elsewhere.call(signIn, { body: { email: user.email, password } })

    const foreign = await elsewhere.refused(giveConsent, { body: { request } })
    const both = await Promise.all([1, 2].map(() => user.request('POST', '/oauth/authorize', { json: { request } })))

    expect(foreign.status).toBe(403)
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect((await elsewhere.refused(refuseConsent, { body: { request } })).status).toBe(403)
    expect((await user.refused(giveConsent, { body: { request: 'invented' } })).status).toBe(403)
    expect(await user.ask(listAuthorizedApps)).toHaveLength(1)
  })

  test('is over after ten minutes, and says so', async ({ world: { user, client } }) => {
    const request = await requestOf(user, client)
    setClock(Date.now() + 10 * 60_000)
    await user.call(confirmIdentity, { body: { password } })
    expect((await user.refused(giveConsent, { body: { request } })).status).toBe(410)
    expect((await user.refused(refuseConsent, { body: { request } })).status).toBe(410)
  })

  test('of an app that was deleted meanwhile is refused', async ({ world: { user, client } }) => {
    const request = await requestOf(user, client)
    await user.call(deleteOAuthClient, { params: { id: client.client_id } })

    expect((await user.refused(giveConsent, { body: { request } })).status).toBe(400)
  })

  test('is for the team that the user chooses, of their own', async ({ owner, editor, world: { user, client } }) => {
    const request = await requestOf(editor, client)
    const choosing = (team_id: Member['teamId']) => ({ body: { request, team_id } })

    expect(await editor.invalid(giveConsent, choosing(user.teamId))).toEqual({
      team_id: ['The selected team is invalid.'],
    })
    const { body } = await editor.call(giveConsent, choosing(owner.teamId))
    expect(answered(body.redirect).code).toMatch(/^slc_/)
    expect(await editor.ask(listAuthorizedApps)).toMatchObject([{ team: { id: owner.teamId } }])
  })

  test('needs who one is confirmed, and goes on with the same request once it is [D-100, D-115]', async () => {
    const { user, client } = await world()
    setClock(Date.now() + 11 * 60 * 1000)
    const later = await requestOf(user, client)
    const { status, body } = await user.refused(giveConsent, { body: { request: later } })
    expect([status, body]).toEqual([403, { message: 'Please confirm your password.', confirm: true }])
    expect(await user.ask(listAuthorizedApps)).toEqual([])

    await user.call(confirmIdentity, { body: { password } })
    expect(answered((await user.ask(giveConsent, { body: { request: later } })).redirect).code).toMatch(/^slc_/)
  })

  test('is asked again for a confidential app 30 days after the last time [D-115]', async () => {
    const { user, client } = await world({ confidential: true })
    await codeFor(user, client)
    const day = 24 * 60 * 60 * 1000
    const begun = Date.now()
    const statusAfter = async (days: number) => {
      vi.setSystemTime(begun + days * day)
      await user.call(signIn, { body: { email: user.email, password } })
      return (await user.request('GET', addressOf(client))).status
    }
    setClock(begun)
    const { code, verifier } = await codeFor(user, client)
    const { body } = await sendForm(app.guest(), '/oauth/token', client, exchanging({ code, verifier }))
    expect(await statusAfter(29)).toBe(302)
    // The app goes on to use the consent, which asks nobody anything.
    const again = refreshing((body as Tokens).refresh_token)
    expect((await sendForm(app.guest(), '/oauth/token', client, again)).status).toBe(200)
    expect(await statusAfter(31)).toBe(200)
    expect(await user.ask(listAuthorizedApps)).toHaveLength(1)
  })

  test('is asked every time for a public app, and for a confidential one only for something new', async () => {
    const { user, client } = await world({ confidential: true })
    const open = await newApp(user, { confidential: false })
    const ask = async (by: App, scope: string) =>
      (await user.request('GET', addressOf(by, { scope }), navigation)).status
    await codeFor(user, client, { scope: 'clients.view sites.view' })
    await codeFor(user, open, { scope: 'clients.view' })

    expect(await ask(open, 'clients.view')).toBe(200)
    expect(await ask(client, 'sites.view')).toBe(302)
    expect(await ask(client, 'sites.view visits.view')).toBe(200)
  })

  test('is the user’s alone: neither an operator in their name, nor a token, gets a code', async () => {
    const { user, client } = await world({ confidential: true })
    const request = await requestOf(user, client)
    await codeFor(user, client)
    const abilities = { body: { name: 'x', abilities: ['clients.view' as const] } }
    const { token } = await user.ask(createApiToken, abilities)

    const byToken = await app.guest().request('GET', addressOf(client), withToken(token))
    await boss.call(impersonate, { params: { id: user.userId } })
    const skipped = await boss.request('GET', addressOf(client))
    const shown = await boss.request('GET', addressOf(client), navigation)
    const given = await boss.refused(giveConsent, { body: { request } })

    expect([byToken.status, skipped.status, shown.status, given.status]).toEqual([403, 403, 403, 403])
    expect(shown.headers.get('location')).toBeNull()
  })

  test('servers and resources are described where programs look for them', async () => {
    const server = await app.guest().request('GET', '/.well-known/oauth-authorization-server', navigation)
    const resource = await app.guest().request('GET', '/.well-known/oauth-protected-resource')

    expect(server.headers.get('access-control-allow-origin')).toBe('*')
    expect(server.body).toMatchObject({
      issuer: appUrl,
      authorization_endpoint: `${appUrl}/oauth/authorize`,
      token_endpoint: `${appUrl}/oauth/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(resource.body).toMatchObject({ resource: appUrl, authorization_servers: [appUrl] })
  })
})
