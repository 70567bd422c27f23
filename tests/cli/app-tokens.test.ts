import { stat, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { addClient } from '#schemas/resources/clients.ts'
import { listAuthorizedApps, revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import {
  answerOf,
  fileIn,
  generationsOf,
  signedIn,
  startNamedApp,
  storedIn,
  tokensIn,
} from '#tests/support/browser-sign-in.ts'
import { sendForm } from '#tests/support/oauth.ts'
import { beginLogin, siteledgerProcess } from '#tests/support/terminal.ts'

const app = await startNamedApp()

afterAll(() => app.close())

/** The access token is over, as far as the command line knows. */
const expire = async (config: string): Promise<void> => {
  const stored = await storedIn(config)
  for (const { tokens } of Object.values(stored.profiles)) tokens.expiresAt = new Date(0).toISOString()
  await writeFile(await fileIn(config), JSON.stringify(stored))
}

describe('the tokens of a sign-in', () => {
  it('are renewed once by calls and processes that run at the same time', async () => {
    const { user, config } = await signedIn(app)
    await expire(config)

    const all = await Promise.all([1, 2, 3].map(() => siteledgerProcess({ SITELEDGER_CONFIG: config }, 'whoami')))

    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(await generationsOf(app, user)).toEqual([1, 2])
    expect((await stat(await fileIn(config))).mode & 0o777).toBe(0o600)
  })

  it('are renewed when the server refuses the access token', async () => {
    const { user, config, typed } = await signedIn(app)
    await user.call(addClient, { body: { name: 'Harbour Estates' } })
    const former = await tokensIn(config)
    const client = { client_id: commandLineClient.clientId, secret: null }
    await sendForm(app.guest(), '/oauth/revoke', client, { token: former?.access ?? '' })

    expect((await typed('clients', 'list')).stdout).toContain('Harbour Estates')
    expect((await tokensIn(config))?.refresh).not.toBe(former?.refresh)
  })

  it('are over when their user ends them, which is said in a line', async () => {
    const { user, typed } = await signedIn(app)
    const [{ id } = {}] = (await user.call(listAuthorizedApps)).body
    if (id) await user.call(revokeAuthorizedApp, { params: { id } })

    expect(await typed('whoami')).toMatchObject({
      code: 77,
      stdout: '',
      stderr: 'siteledger: Your sign-in is over. Run: siteledger login\n',
    })
  })

  it('are given back by another sign-in and by signing out', async () => {
    const { user, config, typed } = await signedIn(app)
    const { address, finished } = await beginLogin(app, config, '--no-browser')
    await fetch(await answerOf(user, address))
    await finished
    expect((await user.call(listAuthorizedApps)).body).toHaveLength(1)

    expect((await typed('logout')).code).toBe(0)
    expect((await user.call(listAuthorizedApps)).body).toEqual([])
    expect((await typed('whoami')).code).toBe(77)
  })

  it('are forgotten without a server as well, which is said', async () => {
    const { config, typed } = await signedIn(app)
    const stored = await storedIn(config)
    for (const profile of Object.values(stored.profiles)) profile.url = 'http://127.0.0.1:9'
    await writeFile(await fileIn(config), JSON.stringify(stored))

    expect(await typed('logout')).toMatchObject({
      code: 69,
      stderr: expect.stringContaining('Signed out here alone'),
    })
    expect(await tokensIn(config)).toBeUndefined()
  })
})
