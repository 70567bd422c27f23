import { randomInt, timingSafeEqual } from 'node:crypto'
import { PasswordResetId, UserId } from '#schemas/ids.ts'
import type { Digest } from './marked-texts.ts'

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

const same = (one: string, other: string): boolean => {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The six-digit code of a text message. It is derived from the id, so that neither the log nor the queue holds it
 * (D-09).
 */
export const textCodeOf = (digest: Digest, codeId: string): string =>
  String(BigInt(`0x${digest('text-code', codeId)}`) % 1_000_000n).padStart(6, '0')

export const isTextCode = (digest: Digest, codeId: string, code: string): boolean =>
  same(textCodeOf(digest, codeId), code)

/** Generates a reset code: 40 characters that turn two-factor off. It is shown once and stored as a digest (D-09). */
export const newResetCode = (): string =>
  Array.from({ length: 40 }, () => alphabet[randomInt(alphabet.length)]).join('')

export const resetCodeHash = (digest: Digest, code: string): string => digest('reset-code', code)

/**
 * The token of a mailed link to set a new password: the request's id, and a digest that only this installation can
 * make.
 */
export const passwordResetToken = (digest: Digest, resetId: PasswordResetId): string =>
  `${resetId}.${digest('password-reset', resetId)}`

/** The request that a token belongs to; undefined for a token that was not made here. */
export const passwordResetOf = (digest: Digest, token: string): PasswordResetId | undefined => {
  const resetId = PasswordResetId.safeParse(token.split('.')[0]).data
  return resetId && same(passwordResetToken(digest, resetId), token) ? resetId : undefined
}

/** The token of a mailed link that turns a person's reminders off, and can do nothing else. */
export const remindersOffToken = (digest: Digest, userId: UserId): string =>
  `${userId}.${digest('reminders-off', userId)}`

/** The person whose reminders a token turns off; undefined for a token that was not made here. */
export const remindersOffOf = (digest: Digest, token: string): UserId | undefined => {
  const userId = UserId.safeParse(token.split('.')[0]).data
  return userId && same(remindersOffToken(digest, userId), token) ? userId : undefined
}

/** The token of a mailed link that verifies an address; it is valid only for this user with this address (D-94). */
export const emailProofToken = (digest: Digest, userId: UserId, email: string): string =>
  `${userId}.${digest('email-proof', `${userId} ${email}`)}`

/** The user that a token claims to be for; unverified. */
export const emailProofUser = (token: string): UserId | undefined => UserId.safeParse(token.split('.')[0]).data

export const isEmailProof = (digest: Digest, userId: UserId, email: string, token: string): boolean =>
  same(emailProofToken(digest, userId, email), token)
