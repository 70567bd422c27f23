import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { firstKid } from '#schemas/events/personal.ts'
import { keyFor } from './master-key.ts'

/** A key of a person; sealed fields that name none mean `firstKid`. */
export type KeyName = { personId: string; kid: string }

/** What a key is bound to when it is wrapped, and its name in a file; the first is called by its person alone. */
export const nameOf = ({ personId, kid }: KeyName): string => (kid === firstKid ? personId : `${personId}/${kid}`)

const ivBytes = 12
const tagBytes = 16

/** Wraps a key by AES-256-GCM, bound to its name: 60 bytes. */
export const wrap = (wrappingKey: Uint8Array, name: string, key: Uint8Array): Uint8Array => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', wrappingKey, iv).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** The key in 60 wrapped bytes; throws where name or wrapping key are others. */
export const unwrap = (wrappingKey: Uint8Array, name: string, wrapped: Uint8Array): Uint8Array => {
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey, wrapped.subarray(0, ivBytes))
    .setAAD(Buffer.from(name))
    .setAuthTag(wrapped.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(wrapped.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** Whether a wrapping key is the one of a wrapped key. */
export const opens = (wrappingKey: Uint8Array, name: KeyName, wrapped: Uint8Array): boolean => {
  try {
    unwrap(wrappingKey, nameOf(name), wrapped)
    return true
  } catch {
    return false
  }
}

/** The first master key of an installation, as its keys note it once it was exchanged for another. */
export const rootNote = (masterKey: Uint8Array, root: Uint8Array): string =>
  Buffer.from(wrap(keyFor(masterKey, 'root'), 'root', root)).toString('base64')

/**
 * The first master key of an installation, which its log has the fingerprint of.
 * @throws where the note was made with another master key
 */
export const rootIn = (note: string | undefined, masterKey: Uint8Array): Uint8Array =>
  note === undefined ? masterKey : unwrap(keyFor(masterKey, 'root'), 'root', Buffer.from(note, 'base64'))

/** Purposes whose digests are recorded, or mailed for good: they stay when the master key is exchanged. */
const lasting = new Set(['email', 'slug', 'interest', 'reset-code', 'reminders-off'])

/** What an installation derives from its master key, or from its first one, wherever the keys of people are. */
export const derivedKeys = (masterKey: Uint8Array, root: Uint8Array) => {
  const digestKeys = new Map<string, KeyObject>()
  /** The key of a purpose, of which there are a few. It is derived once: every session that is read needs one. */
  const digestKey = (purpose: string): KeyObject => {
    const from = lasting.has(purpose) ? root : masterKey
    const key = digestKeys.get(purpose) ?? createSecretKey(keyFor(from, `digest/${purpose}`))
    digestKeys.set(purpose, key)
    return key
  }
  return {
    digest: (purpose: string, text: string) => createHmac('sha256', digestKey(purpose)).update(text).digest('hex'),
    secret: (purpose: string) => keyFor(masterKey, `secret/${purpose}`).toString('base64url'),
  }
}
