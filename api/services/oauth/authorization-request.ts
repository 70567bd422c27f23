import { isRegisteredRedirect } from '#api/domain/matching-redirect.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { malformed } from '#api/http/problem.ts'
import type { QueryOf } from '#schemas/endpoint.ts'
import type { askForConsent } from '#schemas/resources/oauth-authorization.ts'
import { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { type ActiveClient, findClient, type Owners } from './oauth-clients.ts'

type Query = QueryOf<typeof askForConsent>

/** The client that asks, and where it is answered. */
export type Place = { client: ActiveClient; redirect: string; state: string | null }

/** The request of an app. */
type Wish = { scopes: OAuthScope[]; challenge: string }

/** Errors that the app is told at its redirect (RFC 6749, 4.1.2.1). */
type Fault = {
  error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied'
  error_description: string
}

const once = (parameter: string | string[] | undefined): string | undefined =>
  typeof parameter === 'string' && parameter !== '' ? parameter : undefined

/**
 * Who asks. Throws 400 for an unknown client, and for a redirect that it has not registered: the answer goes nowhere
 * else, or anybody could have codes sent to them.
 */
export const placeOf = async (ledger: Ledger, accounts: Owners, query: Query): Promise<Place> => {
  const id = once(query.client_id)
  const redirect = once(query.redirect_uri)
  const client = id === undefined ? undefined : await findClient(ledger, accounts, id)
  if (!client) throw malformed('This app is not known here. Please tell whoever made it.')
  if (redirect === undefined || !isRegisteredRedirect(client.redirects, redirect)) {
    throw malformed('This app did not say where it waits for the answer, or not as it is registered.')
  }
  return { client, redirect, state: once(query.state) ?? null }
}

const fault = (error: Fault['error'], error_description: string): Fault => ({ error, error_description })

/** Scopes separated by single spaces, each once; undefined where there is one that nobody may be granted, or none. */
export const scopesIn = (text: string | undefined): OAuthScope[] | undefined => {
  const parsed = OAuthScope.array()
    .min(1)
    .safeParse([...new Set(text?.split(' '))])
  return parsed.data
}

/** The request, or its fault. */
export const wishOf = (query: Query): Wish | Fault => {
  if (Object.values(query).some(Array.isArray)) return fault('invalid_request', 'A parameter is repeated.')
  const responseType = once(query.response_type)
  if (responseType === undefined) return fault('invalid_request', 'The response_type is missing.')
  if (responseType !== 'code') return fault('unsupported_response_type', 'Only the response type code is supported.')
  if ((once(query.response_mode) ?? 'query') !== 'query') {
    return fault('invalid_request', 'Only the response mode query is supported.')
  }
  const challenge = once(query.code_challenge)
  if (once(query.code_challenge_method) !== 'S256' || challenge === undefined || !/^[\w-]{43}$/.test(challenge)) {
    return fault('invalid_request', 'A code_challenge with the method S256 is needed.')
  }
  const scopes = scopesIn(once(query.scope))
  return scopes ? { scopes, challenge } : fault('invalid_scope', 'The scope is missing, or not known.')
}

export const isFault = (wish: Wish | Fault): wish is Fault => 'error' in wish

/** The redirect with the answer: a code, or what was wrong; `issuer` says whose answer it is (RFC 9207). */
export const answerTo = (
  { redirect, state }: Omit<Place, 'client'>,
  issuer: string,
  answer: Fault | { code: string },
): string => {
  const parameters = new URLSearchParams({ ...answer, ...(state === null ? {} : { state }), iss: issuer })
  return `${redirect}${redirect.includes('?') ? '&' : '?'}${parameters}`
}

export const consentRefused = fault('access_denied', 'The user has refused.')
