import { z } from 'zod'
import { exitCodes, Failure } from '#cli/failure.ts'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { authorizationServer } from '#schemas/resources/oauth-metadata.ts'
import { issueTokens, revokeToken } from '#schemas/resources/oauth-tokens.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import type { AppProfile, AppTokens } from './profiles.ts'
import { refusalOf, unreachable } from './refusal.ts'

/** Timeout of an answer, in milliseconds. */
const timeout = 30_000

/** A refusal of the token endpoint (RFC 6749, 5.2). */
const Refused = z.object({ error: z.string() })

/** A code or a refresh token that is over: nothing is left but to sign in again. */
export class GrantOver extends Failure {
  constructor() {
    super('The server ended this sign-in.', exitCodes.notPermitted)
  }
}

const ask = async (url: string, endpoint: Endpoint, form?: Record<string, string>): Promise<Response> => {
  const answer = await fetch(new URL(endpoint.path, url), {
    method: endpoint.method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
    headers: { accept: 'application/json' },
    ...(form && { body: new URLSearchParams({ client_id: commandLineClient.clientId, ...form }) }),
  }).catch((cause) => {
    throw unreachable(url, cause)
  })
  if (answer.ok) return answer
  const said = Refused.safeParse(
    await answer
      .clone()
      .json()
      .catch(() => undefined),
  )
  throw said.data?.error === 'invalid_grant' ? new GrantOver() : await refusalOf(answer, endpoint)
}

/**
 * The server's metadata. Throws Failure where it goes by another address: its answers would name that one, and
 * codes for it would be sent here (RFC 8414, 3.3).
 */
export const describedBy = async (url: string): Promise<ResponseOf<typeof authorizationServer>> => {
  const answer = await ask(url, authorizationServer)
  const metadata = authorizationServer.response.parse(await answer.json())
  if (metadata.issuer === url) return metadata
  throw new Failure(`The server at ${url} is called ${metadata.issuer}. Run: siteledger login --url ${metadata.issuer}`)
}

const tokensBy = async (url: string, form: Record<string, string>): Promise<AppTokens> => {
  const asked = Date.now()
  const answer = await ask(url, issueTokens, form)
  const { access_token: access, refresh_token: refresh, expires_in } = issueTokens.response.parse(await answer.json())
  return { access, refresh, expiresAt: new Date(asked + expires_in * 1000).toISOString() }
}

/** Exchanges a code for tokens. Throws Failure. */
export const exchangeCode = (url: string, code: string, redirect: string, verifier: string): Promise<AppTokens> =>
  tokensBy(url, { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier })

/** Exchanges a refresh token, which is good once, for new tokens. Throws GrantOver and other Failures. */
export const refreshTokens = (url: string, refresh: string): Promise<AppTokens> =>
  tokensBy(url, { grant_type: 'refresh_token', refresh_token: refresh })

/** Gives the tokens of a sign-in back, which ends it. Throws Failure. */
export const revokeTokens = async ({ url, tokens }: AppProfile): Promise<void> => {
  await ask(url, revokeToken, { token: tokens.refresh })
}
