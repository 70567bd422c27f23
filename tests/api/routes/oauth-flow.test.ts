import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as oauth from 'oauth4webapi'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#cli/operations/redis.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { ConsentRequest, giveConsent } from '#schemas/resources/oauth-authorization.ts'
import { appUrl, startApp } from '#tests/support/app.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { type App, appRedirect, newApp } from '#tests/support/oauth.ts'
import { prepared } from '#tests/support/prepared.ts'
import { runProgram } from '#tests/support/run-program.ts'
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
})

test('the example for developers of apps signs in, refreshes and calls', async () => {
  const port = await freePort()
  const app = await startApp({ env: { port, appUrl: `http://127.0.0.1:${port}` } })
  onTestFinished(() => app.close())
  const user = await newTeam(app)
  await user.call(addClient, { body: { name: 'Acme Estates' } })
  const { client_id } = await newApp(user, { redirect: 'http://127.0.0.1/', confidential: false })
  const page = await readFile(join(import.meta.dirname, '../../../docs/oauth.md'), 'utf8')
  const file = join(temporaryFolder(), 'app.mjs')
  await writeFile(file, /```js\n(.*?)```/s.exec(page)?.[1] ?? '')

  const running = runProgram(process.execPath, [file, app.url, client_id], {})
  const asked = await running.printed(/^Open \S+$/m)
  const { pathname, search } = new URL(asked.trim().slice('Open '.length))
  const { request } = ConsentRequest.parse((await user.request('GET', pathname + search)).body)
  await fetch((await user.ask(giveConsent, { body: { request } })).redirect)

  const { stdout, code } = await running.finished
  expect([stdout.split('\n').at(-2), code]).toEqual(['Acme Estates', 0])
})
