import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from './errors.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const equal = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/** The key of `Bearer key`. */
const keyOf = (authorization = ''): string | undefined => /^bearer +(\S+)$/i.exec(authorization)?.[1]

/** The last letters of a key, as Stripe shows it. */
const shown = (key: string): string => `${key.slice(0, 7)}${'*'.repeat(Math.max(0, key.length - 11))}${key.slice(-4)}`

const unauthorized = (message: string): ApiError => new ApiError(401, { type: 'invalid_request_error', message })

/**
 * Checks the key of a call.
 * @param publishableKey taken too, where the call is one of a browser
 * @throws {ApiError} 401
 */
export const authenticate = (authorization: string | undefined, secretKey: string, publishableKey?: string): void => {
  const key = keyOf(authorization)
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (equal(key, secretKey) || (publishableKey !== undefined && equal(key, publishableKey))) return
  throw unauthorized(`Invalid API Key provided: ${shown(key)}`)
}
