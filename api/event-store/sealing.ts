import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type PersonalFields, personalFields } from '#schemas/events/personal.ts'
import type { EventType } from '#schemas/events/registry.ts'

type Payload = Record<string, unknown>

/** The keys of people, 32 bytes each (D-90); undefined for a key that is not here. */
export type PersonKeys = {
  find: (personId: string) => Uint8Array | 'destroyed' | undefined
  findOrCreate: (personId: string) => Uint8Array
}

/** A key is neither here nor destroyed: nothing can be said about the person, nor recorded (D-104). */
export class MissingKey extends Error {
  override name = 'MissingKey'

  constructor(personId: string) {
    super(`keys.sqlite lacks the key of ${personId}, who is not erased: put back the file that belongs to this log`)
  }
}

const Sealed = z.object({ cipher: z.literal('A256GCM'), iv: z.string(), tag: z.string(), text: z.string() })

/** The associated data that binds a sealed text to its event, so that it cannot be opened elsewhere. */
const associatedData = (eventId: string, type: EventType, personId: string) =>
  Buffer.from(`${eventId}|${type}|${personId}`)

const personOf = (data: Payload, { person, former = person }: PersonalFields): string =>
  z.string().parse(data[person] ?? data[former])

/** The key is only created with an event that may be the first about the person. */
const keyForSealing = (keys: PersonKeys, personId: string, isFirst: boolean): Uint8Array => {
  if (!isFirst && keys.find(personId) === undefined) throw new MissingKey(personId)
  return keys.findOrCreate(personId)
}

/** Encrypts the personal fields of a payload into one `sealed` field, by AES-256-GCM with the person's key. */
export const seal = (keys: PersonKeys, eventId: string, type: EventType, data: Payload): Payload => {
  const personal = personalFields[type]
  if (!personal) return data
  const personId = personOf(data, personal)
  const isFirst = personal.first !== undefined && data[personal.first] === personId
  const key = keyForSealing(keys, personId, isFirst)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(associatedData(eventId, type, personId))
  const secret = Object.fromEntries(personal.fields.map((field) => [field, data[field]]))
  const text = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()])
  const readable = Object.fromEntries(Object.entries(data).filter(([field]) => !personal.fields.includes(field)))
  const encoded = { iv: iv.toString('base64url'), tag: cipher.getAuthTag().toString('base64url') }
  return { ...readable, sealed: { cipher: 'A256GCM', ...encoded, text: text.toString('base64url') } }
}

/**
 * Decrypts the personal fields; each is null if the person's key was destroyed. Throws MissingKey if it is not here.
 */
export const unseal = (keys: PersonKeys, eventId: string, type: EventType, data: Payload): Payload => {
  const personal = personalFields[type]
  if (!personal) return data
  const { sealed, ...readable } = data
  const personId = personOf(data, personal)
  const key = keys.find(personId)
  if (key === undefined) throw new MissingKey(personId)
  if (key === 'destroyed') return { ...readable, ...Object.fromEntries(personal.fields.map((field) => [field, null])) }
  const { iv, tag, text } = Sealed.parse(sealed)
  // Without a fixed length, a tag of four bytes would be accepted, and that can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
  decipher.setAAD(associatedData(eventId, type, personId))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  const opened = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
  return { ...readable, ...JSON.parse(opened.toString('utf8')) }
}
