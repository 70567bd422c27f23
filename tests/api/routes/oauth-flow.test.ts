import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { ConsentRequest, giveConsent } from '#schemas/resources/oauth-authorization.ts'
import { appUrl, startApp } from '#tests/support/app.ts'
import { type App, appRedirect, newApp } from '#tests/support/oauth.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { newTeam } from '#tests/support/teams.ts'

/** A client library that checks all that a server answers, through the whole flow. */
describe('a client that knows the standards', () => {
  const app = prepared(() => startApp())
  const user = prepared(() => newTeam(app))
  prepared(() => recordCreator(user).client('Acme'))

  /** The app listens on a free port; its issuer is APP_URL. */
  const options = () => ({
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(appUrl, app.url), init as RequestInit),
  })
  const discovered = async () => {
    const issuer = new URL(appUrl)
    const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options() })
    return oauth.processDiscoveryResponse(issuer, answer)
  }

  /** Follows the address as a browser does, in which the user consents. */
  const consentedAt = async (address: URL): Promise<URL> => {
    const { body } = await user.request('GET', `${address.pathname}${address.search}`)
    const { request } = ConsentRequest.parse(body)
    return new URL((await user.ask(giveConsent, { body: { request } })).redirect)
  }

  const kinds: [string, object, (client: App) => oauth.ClientAuth][] = [
    ['public', { confidential: false }, () => oauth.None()],
    ['confidential, by Basic', {}, ({ secret }) => oauth.ClientSecretBasic(secret ?? '')],
    ['confidential, by the body', {}, ({ secret }) => oauth.ClientSecretPost(secret ?? '')],
  ]

  test.each(kinds)('signs in, calls, refreshes and gives back: %s', async (_, form, authentication) => {
    const client = await newApp(user, form)
    const auth = authentication(client)
    const server = await discovered()
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: appRedirect,
      scope: 'clients.view',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()

    const answer = oauth.validateAuthResponse(server, client, await consentedAt(address), state)
    const exchange = () =>
      oauth.authorizationCodeGrantRequest(server, client, auth, answer, appRedirect, verifier, options())
    const first = await oauth.processAuthorizationCodeResponse(server, client, await exchange())
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'clients.view' })

    const refreshing = await oauth.refreshTokenGrantRequest(server, client, auth, first.refresh_token ?? '', options())
    const second = await oauth.processRefreshTokenResponse(server, client, refreshing)
    const call = () =>
      oauth.protectedResourceRequest(
        second.access_token,
        'GET',
        new URL(`${appUrl}/api/clients`),
        undefined,
        undefined,
        options(),
      )
    expect(await (await call()).json()).toMatchObject([{ name: 'Acme' }])

    const given = await oauth.revocationRequest(server, client, auth, second.refresh_token ?? '', options())
    expect(await oauth.processRevocationResponse(given)).toBeUndefined()
    await expect(call()).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
    })
    await expect(oauth.processAuthorizationCodeResponse(server, client, await exchange())).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('is told by the redirect why there is no code, and by whom', async () => {
    const client = await newApp(user, { confidential: false })
    const server = await discovered()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: appRedirect,
      state: 's',
      scope: 'fly',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    }).toString()
    const { headers } = await user.request('GET', `${address.pathname}${address.search}`)
    const redirect = new URL(headers.get('location') ?? '')

    expect(() => oauth.validateAuthResponse(server, client, redirect, 's')).toThrow(
      expect.objectContaining({ error: 'invalid_scope' }),
    )
  })
})
