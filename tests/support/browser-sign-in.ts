import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#cli/operations/redis.ts'
import { ConsentRequest, giveConsent, refuseConsent } from '#schemas/resources/oauth-authorization.ts'
import { startApp, type TestApp } from './app.ts'
import { eventsOf } from './events-of.ts'
import { type Member, newTeam } from './teams.ts'
import { beginLogin, newConfig, siteledger } from './terminal.ts'

/** The API under the very address that it is called by, as a sign-in in the browser asks for. */
export const startNamedApp = async () => {
  const port = await freePort()
  return startApp({ env: { port, appUrl: `http://127.0.0.1:${port}` } })
}

/** The sign-ins in the browser that a config folder holds. */
type Stored = {
  profiles: Record<string, { url: string; tokens: { access: string; refresh: string; expiresAt: string } }>
}

/** The file of profiles in a config folder. */
export const fileIn = async (config: string): Promise<string> => {
  const [file = ''] = (await readdir(config)).filter((name) => name.endsWith('.json'))
  return join(config, file)
}

export const storedIn = async (config: string): Promise<Stored> =>
  JSON.parse(await readFile(await fileIn(config), 'utf8'))
export const tokensIn = async (config: string) => (await storedIn(config)).profiles.default?.tokens

/** The address to which this user's browser is sent when they authorize, or refuse, a request. */
export const answerOf = async (user: Member, address: string, authorized = true): Promise<string> => {
  const { pathname, search } = new URL(address)
  const { request } = ConsentRequest.parse((await user.request('GET', pathname + search)).body)
  const answer = authorized
    ? await user.call(giveConsent, { body: { request } })
    : await user.call(refuseConsent, { body: { request } })
  return answer.body.redirect
}

/** A user whose command line is signed in. */
export const signedIn = async (app: TestApp) => {
  const user = await newTeam(app)
  const config = newConfig()
  const { address, finished } = await beginLogin(app, config, '--no-browser')
  const page = await fetch(await answerOf(user, address))
  const typed = (...args: string[]) => siteledger({ SITELEDGER_CONFIG: config }, ...args)
  return { user, config, typed, page, ended: await finished }
}

/** How often each consent of this user was given tokens, by their generations. */
export const generationsOf = async (app: TestApp, user: Member): Promise<number[]> => {
  const mine = (await eventsOf(app.ledger, 'OAuthAccessGranted')).filter(({ data }) => data.userId === user.userId)
  const issued = await eventsOf(app.ledger, 'OAuthTokensIssued')
  return issued
    .filter(({ data }) => mine.some((grant) => grant.data.grantId === data.grantId))
    .map(({ data }) => data.generation)
}
