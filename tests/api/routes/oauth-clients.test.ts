import { describe, expect } from 'vitest'
import { addClient } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { askForConsent, ConsentRequest } from '#schemas/resources/oauth-authorization.ts'
import {
  createOAuthClient,
  deleteOAuthClient,
  listOAuthClients,
  listOAuthScopes,
  maxOAuthClients,
  updateOAuthClient,
} from '#schemas/resources/oauth-clients.ts'
import { listAuthorizedApps, revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { asking, newVerifier, refreshing, sendForm, tokensFor, withToken } from '#tests/support/oauth.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const form = { name: 'Phone', redirect: 'https://example.com/cb' }

describe('OAuth clients', () => {
  const created = (owner: Member, body: object = {}) => owner.ask(createOAuthClient, { body: { ...form, ...body } })

  test('[API2E-13] may be granted every scope but to operate the platform, each in words', async () => {
    const { body } = await (await newTeam(app)).call(listOAuthScopes)

    expect(body).toHaveLength(30)
    expect(body).toContainEqual({ id: 'sites.create', description: 'Create sites' })
    expect(body.map(({ id }) => id)).not.toContain('operate')
  })

  test('[API2E-09] [ENT2-22] are registered with a name and redirects, and get a secret', async ({ owner }) => {
    const body = await owner.ask(createOAuthClient, {
      body: { name: 'Phone', redirect: 'https://example.com/cb, com.example:/cb' },
    })

    expect(body).toMatchObject({ name: 'Phone', redirect: 'https://example.com/cb,com.example:/cb' })
    expect(body).toMatchObject({ confidential: true, revision: '0', secret: expect.stringMatching(/^sls_[\w-]{43}$/) })
  })

  test('[PLAT-11] [API2E-08] are listed to their owner, newest first, with their secrets', async ({ eve, owner }) => {
    const first = await created(owner)
    const second = await created(owner, { confidential: false })

    expect(await owner.ask(listOAuthClients)).toEqual([second, first])
    expect([first.secret?.length, second.secret]).toEqual([47, null])
    expect(await eve.ask(listOAuthClients)).toEqual([])
  })

  test('say what is wrong with their name and their redirect', async ({ owner }) => {
    const errorsOf = (body: object) => owner.invalid(createOAuthClient, { body })

    expect(await errorsOf({})).toEqual({
      name: ['The name field is required.'],
      redirect: ['The redirect field is required.'],
    })
    expect(await errorsOf({ ...form, redirect: 'http://127.0.0.1:99999/cb' })).toEqual({
      redirect: ['The redirect must be a valid URL.'],
    })
  })

  test('[API2E-10] are changed by their owner alone, at the revision that was read; the secret stays', async () => {
    const owner = await newTeam(app)
    const other = await newTeam(app)
    const client = await created(owner)
    const change = { params: { id: client.id }, body: { id: client.id, name: 'Tablet', redirect: 'com.example:/cb' } }

    const { body } = await owner.call(updateOAuthClient, change, { headers: { 'if-match': '"0"' } })

    expect(body).toEqual({ ...client, name: 'Tablet', redirect: 'com.example:/cb', revision: '1' })
    const late = { ...change, body: { ...change.body, name: 'Watch' } }
    const stale = await owner.refused(updateOAuthClient, late, { headers: { 'if-match': '"0"' } })
    const foreign = await other.refused(updateOAuthClient, change)
    const elsewhere = await owner.refused(updateOAuthClient, { ...change, body: { ...form, id: newCommandId() } })
    expect([stale.status, foreign.status]).toEqual([412, 404])
    expect(elsewhere.body.errors).toEqual({ id: ['The selected id is invalid.'] })
  })

  test('[API2E-11] are deleted by their owner alone, once', async ({ eve, owner }) => {
    const { id } = await created(owner)

    expect((await eve.refused(deleteOAuthClient, { params: { id } })).status).toBe(404)
    expect((await owner.call(deleteOAuthClient, { params: { id } })).status).toBe(204)
    expect((await owner.refused(deleteOAuthClient, { params: { id } })).status).toBe(404)
    expect(await owner.ask(listOAuthClients)).toEqual([])
  })

  test('are at most 25 of one user, and a repeated request is no other one', async ({ owner }) => {
    const key = { headers: { 'idempotency-key': newCommandId() } }
    for (let n = 1; n < maxOAuthClients; n += 1) await created(owner)
    const last = await owner.call(createOAuthClient, { body: form }, key)

    const { status, body } = await owner.refused(createOAuthClient, { body: form })
    const repeated = await owner.call(createOAuthClient, { body: form }, key)

    expect([status, body.errors]).toEqual([422, { name: ['You can have at most 25 OAuth clients.'] }])
    expect(repeated.body).toEqual(last.body)
  })
})

const here = 'http://127.0.0.1:49152/'

describe('the command line as an app', () => {
  const { clientId, name } = commandLineClient
  const client = { client_id: clientId, secret: null }

  test('is known without being registered, and is nobody’s', async ({ ann }) => {
    const query = new URLSearchParams(asking(client, newVerifier().challenge, { redirect_uri: here }))

    const { body } = await ann.request('GET', `${askForConsent.path}?${query}`)

    expect(ConsentRequest.parse(body).client).toEqual({
      id: clientId,
      name,
      owner: null,
      redirect_host: '127.0.0.1:49152',
    })
  })

  test.each(['http://localhost:49152/', 'http://127.0.0.1:49152/back', 'https://127.0.0.1/', 'http://127.0.0.2/'])(
    'is answered on this very machine alone, not at %s',
    async (redirect_uri) => {
      const user = await newTeam(app)
      const query = new URLSearchParams(asking(client, newVerifier().challenge, { redirect_uri }))

      expect((await user.request('GET', `${askForConsent.path}?${query}`)).status).toBe(400)
    },
  )

  test('acts for its user under its name, is listed with their apps, and ends with the consent', async ({ ann }) => {
    const tokens = await tokensFor(app.guest(), ann, client, {
      redirect_uri: 'http://[::1]:50000/',
      scope: 'clients.create clients.view',
    })
    const byApp = withToken(tokens.access_token)
    await app.guest().call(addClient, { body: { name: 'Acme' } }, byApp)

    const apps = await ann.ask(listAuthorizedApps)
    const history = await ann.ask(listHistory)
    expect(apps).toMatchObject([{ client: { id: clientId, name } }])
    expect(history[0]).toMatchObject({ summary: 'Added the client Acme', via: { kind: 'oauth', name } })
    expect(history[1]?.summary).toBe(`Authorized the app ${name}`)

    for (const { id } of apps) await ann.call(revokeAuthorizedApp, { params: { id } })
    const after = await app.guest().refused(addClient, { body: { name: 'Acme' } }, byApp)
    expect(after.status).toBe(401)
    expect((await sendForm(app.guest(), '/oauth/token', client, refreshing(tokens.refresh_token))).body).toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('has no secret, and whoever gives one is not it', async () => {
    const form = { ...refreshing('x'), client_secret: 'x' }

    expect((await sendForm(app.guest(), '/oauth/token', client, form)).status).toBe(401)
  })

  test('is nobody’s: in no table, and neither changed nor deleted', async ({ ann }) => {
    const params = { id: clientId }
    const body = { name: 'Mine', redirect: 'https://evil.example/' }

    expect(await ann.ask(listOAuthClients)).toEqual([])
    expect((await ann.refused(updateOAuthClient, { params, body })).status).toBe(404)
    expect((await ann.refused(deleteOAuthClient, { params })).status).toBe(404)
  })
})
