import { Secret, TOTP } from 'otpauth'

/** What the app shows beside its codes. */
const issuer = 'Siteledger'

/** Seconds that a code lasts; the one before and the one after are taken too, for clocks differ (RFC 6238, 5.2). */
const period = 30
const tolerated = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** A new secret, base32, 160 bits. */
export const newAuthenticatorSecret = (): string => new Secret({ size: 20 }).base32

/** The address that an authenticator app reads from a QR code; `label` tells its owner whose account it is. */
export const authenticatorUrl = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The 30-second step that a code belongs to, near `now`; undefined for a code that is none. */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: tolerated })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}
