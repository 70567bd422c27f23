import { randomInt, timingSafeEqual } from 'node:crypto'
import { PasswordResetId, UserId } from '#schemas/ids.ts'

/** A keyed digest of the installation, 64 hexadecimal digits. */
type Digest = (purpose: string, text: string) => string

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

const same = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The six digits of a text message: they follow from the id, so that neither log nor queue holds them (D-09). */
export const textCodeOf = (digest: Digest, codeId: string): string =>
  String(BigInt(`0x${digest('text-code', codeId)}`) % 1_000_000n).padStart(6, '0')

export const isTextCode = (digest: Digest, codeId: string, code: string): boolean =>
  same(textCodeOf(digest, codeId), code)

/** A code of 40 characters that turns two-factor off; it is shown once and stored as a digest (D-09). */
export const newResetCode = (): string =>
  Array.from({ length: 40 }, () => alphabet[randomInt(alphabet.length)]).join('')

export const resetCodeHash = (digest: Digest, code: string): string => digest('reset-code', code)

/** What a mailed link to set a new password carries: the request's id and a digest that only this installation makes. */
export const passwordResetToken = (digest: Digest, resetId: PasswordResetId): string =>
  `${resetId}.${digest('password-reset', resetId)}`

/** The request that a link belongs to; undefined for a link that was not made here. */
export const passwordResetOf = (digest: Digest, token: string): PasswordResetId | undefined => {
  const resetId = PasswordResetId.safeParse(token.split('.')[0]).data
  return resetId && same(passwordResetToken(digest, resetId), token) ? resetId : undefined
}

/** What a mailed link that verifies an address carries: it is good for this user with this address alone (D-94). */
export const emailProofToken = (digest: Digest, userId: UserId, email: string): string =>
  `${userId}.${digest('email-proof', `${userId} ${email}`)}`

/** The user that a link claims to be about. */
export const emailProofUser = (token: string): UserId | undefined => UserId.safeParse(token.split('.')[0]).data

export const isEmailProof = (digest: Digest, userId: UserId, email: string, token: string): boolean =>
  same(emailProofToken(digest, userId, email), token)
