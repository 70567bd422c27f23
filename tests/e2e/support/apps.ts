import { hash, randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { post } from './people.ts'

/** Where the apps of these tests wait for answers. */
export const appRedirect = 'https://phone.example/back'

/** A public app of the signed-in user, and the address to which it sends its users' browsers. */
export const newApp = async (context: BrowserContext, form: object = {}) => {
  const registered = { name: 'Phone', redirect: appRedirect, confidential: false, ...form }
  const { id } = (await post(context, '/oauth/clients', registered)) as { id: string }
  const verifier = randomBytes(32).toString('base64url')
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: id,
    redirect_uri: appRedirect,
    state: 'xyz',
    scope: 'clients.view sites.create sites.update',
    code_challenge_method: 'S256',
    code_challenge: hash('sha256', verifier, 'base64url'),
  })
  return { id, verifier, address: `/oauth/authorize?${asked}` }
}

/** The signed-in user authorizes the app that sends them to this address, and it gets its tokens. */
export const authorizeApp = async (
  context: BrowserContext,
  { id, verifier, address }: Awaited<ReturnType<typeof newApp>>,
) => {
  const question = await context.request.get(address, { headers: { accept: 'application/json' } })
  const { request } = (await question.json()) as { request: string }
  const { redirect } = (await post(context, '/oauth/authorize', { request })) as { redirect: string }
  return exchange(context, { id, verifier, code: new URL(redirect).searchParams.get('code') ?? '' })
}

/** The access token for a code. */
export const exchange = async (
  context: BrowserContext,
  { id, verifier, code }: Record<'id' | 'verifier' | 'code', string>,
) => {
  const asked = { grant_type: 'authorization_code', code, redirect_uri: appRedirect, code_verifier: verifier }
  const answer = await context.request.post('/oauth/token', { form: { ...asked, client_id: id } })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}
