import { Secret, TOTP } from 'otpauth'

/** The name that the app shows with its codes. */
const issuer = 'Siteledger'

/**
 * Seconds that a code is valid; the previous and the next code are accepted too, because clocks differ (RFC 6238, 5.2).
 */
const period = 30
const tolerated = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** Generates a secret: 160 bits in base32. */
export const newAuthenticatorSecret = (): string => new Secret({ size: 20 }).base32

/** The URL that an authenticator app reads from a QR code; `label` names the account. */
export const authenticatorUrl = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The 30-second step of a code, near `now`; undefined for an invalid code. */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: tolerated })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}
