import { describe, expect } from 'vitest'
import { addClient } from '#schemas/resources/clients.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { askForConsent, ConsentRequest } from '#schemas/resources/oauth-authorization.ts'
import { deleteOAuthClient, listOAuthClients, updateOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { listAuthorizedApps, revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import { asking, newVerifier, sendForm, tokensFor, withToken } from '#tests/support/oauth.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const here = 'http://127.0.0.1:49152/'

describe('the command line as an app', () => {
  const { app, test } = sharedApp()

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
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect(after.status).toBe(401)
    expect((await sendForm(app.guest(), '/oauth/token', client, refresh)).body).toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('has no secret, and whoever gives one is not it', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'x' }

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
