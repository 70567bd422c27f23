import { hash, randomBytes } from 'node:crypto'
import { askForConsent, ConsentRequest, giveConsent } from '#schemas/resources/oauth-authorization.ts'
import { createOAuthClient } from '#schemas/resources/oauth-clients.ts'
import type { Caller, Reply } from './caller.ts'
import type { Member } from './teams.ts'

export const appRedirect = 'https://phone.example/back'

/** A client as an app is set up with it. */
export type App = { client_id: string; secret: string | null }

/** An app of this owner; `form` changes how it is registered. */
export const newApp = async (owner: Caller, form: object = {}): Promise<App> => {
  const body = { name: 'Phone', redirect: appRedirect, ...form }
  const { id, secret } = (await owner.call(createOAuthClient, { body })).body
  return { client_id: id, secret }
}

/** A verifier with its challenge (RFC 7636). */
export const newVerifier = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: hash('sha256', verifier, 'base64url') }
}

/** The parameters with which an app asks for a code; `changes` are applied, undefined ones left out. */
export const asking = (app: App, challenge: string, changes: Record<string, string | undefined> = {}) => {
  const parameters = {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: appRedirect,
    scope: 'clients.view',
    state: 'xyz',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** The parameters of a redirect to an app. */
export const answered = (redirect: string | null) => Object.fromEntries(new URL(redirect ?? '').searchParams)

/** The name of a request for consent that waits for this user. */
export const consentRequest = async (user: Caller, app: App, changes: Record<string, string> = {}): Promise<string> => {
  const query = new URLSearchParams(asking(app, newVerifier().challenge, changes))
  return ConsentRequest.parse((await user.request('GET', `${askForConsent.path}?${query}`)).body).request
}

/** A code that this user gives the app, with the verifier that belongs to it. */
export const codeFor = async (user: Member, app: App, changes: Record<string, string> = {}) => {
  const { verifier, challenge } = newVerifier()
  const query = new URLSearchParams(asking(app, challenge, changes))
  const asked = await user.request('GET', `${askForConsent.path}?${query}`)
  // A confidential app that the user has authorized before is not asked about again.
  if (asked.status === 302) return { code: answered(asked.headers.get('location')).code ?? '', verifier }
  const { request } = ConsentRequest.parse(asked.body)
  const { body } = await user.call(giveConsent, { body: { request } })
  return { code: answered(body.redirect).code ?? '', verifier }
}

export const basic = ({ client_id, secret }: App) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
})

/** Sends a form to the token or revocation endpoint; a confidential app authenticates by Basic. */
export const sendForm = (
  caller: Caller,
  path: '/oauth/token' | '/oauth/revoke',
  app: App,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Reply<unknown>> =>
  caller.request('POST', path, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(app.secret === null ? {} : basic(app)),
      ...headers,
    },
    text: new URLSearchParams({ ...(app.secret === null ? { client_id: app.client_id } : {}), ...form }).toString(),
  })

export const refreshing = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token })

export type Tokens = {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
  scope: string
}

export const exchanging = ({ code, verifier }: { code: string; verifier: string }, redirect = appRedirect) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirect,
  code_verifier: verifier,
})

/** Tokens of an app that this user has just authorized. */
export const tokensFor = async (caller: Caller, user: Member, app: App, changes: Record<string, string> = {}) => {
  const code = await codeFor(user, app, changes)
  const { status, body } = await sendForm(caller, '/oauth/token', app, exchanging(code, changes.redirect_uri))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as Tokens
}

export const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
