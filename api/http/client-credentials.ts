import type { Request } from 'express'
import { formDecoded } from './form-body.ts'
import { oauthError } from './oauth-error.ts'

/** How a client of OAuth says who it is; a public one has no secret. */
export type ClientCredentials = { clientId: string; secret: string | null }

/** The credentials of an `Authorization` header, each form-encoded (RFC 6749, 2.3.1); undefined for anything else. */
const basicOf = (header: string): ClientCredentials | undefined => {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  // Only the one spelling of these bytes.
  if (bytes.toString('base64') !== encoded) return undefined
  const [id, secret, more] = bytes.toString('utf8').split(':').map(formDecoded)
  return id === undefined || id === '' || secret === undefined || more !== undefined
    ? undefined
    : { clientId: id, secret }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The client that a request names, as it says; undefined where it names none. */
export const namedClient = ({ headers, body }: Request): string | undefined =>
  (headers.authorization === undefined ? undefined : basicOf(headers.authorization)?.clientId) ?? text(body?.client_id)

/**
 * The credentials of a request to the token or revocation endpoint: by Basic or in the body, and not both (RFC 6749,
 * 2.3). Throws 400, and 401 if none can be read.
 */
export const clientCredentialsOf = ({ headers, body }: Request): ClientCredentials => {
  const clientId = text(body?.client_id)
  const secret = text(body?.client_secret)
  if (headers.authorization === undefined) {
    if (clientId === undefined) throw oauthError('invalid_client', 'The request names no client.')
    return { clientId, secret: secret ?? null }
  }
  const basic = basicOf(headers.authorization)
  if (basic === undefined) throw oauthError('invalid_client', 'The Authorization header is not of the form Basic.')
  if (secret !== undefined) throw oauthError('invalid_request', 'The client authenticates in two ways.')
  if (clientId !== undefined && clientId !== basic.clientId) {
    throw oauthError('invalid_request', 'The request names two clients.')
  }
  return basic
}
