import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { personalFields } from '#schemas/events/personal.ts'
import type { EventType } from '#schemas/events/registry.ts'

type Payload = Record<string, unknown>

/** Keys of people, 32 bytes each; `undefined` once the person is erased or where there never was one (D-90). */
export type PersonKeys = {
  find: (personId: string) => Uint8Array | undefined
  findOrCreate: (personId: string) => Uint8Array
}

const Sealed = z.object({ cipher: z.literal('A256GCM'), iv: z.string(), tag: z.string(), text: z.string() })

/** Binds a sealed text to its place, so that it opens nowhere else. */
const placeOf = (eventId: string, type: EventType, personId: string) => Buffer.from(`${eventId}|${type}|${personId}`)

const personOf = (data: Payload, field: string): string => z.string().parse(data[field])

/** Replaces the personal fields of a payload by one `sealed` field, AES-256-GCM with the person's key. */
export const seal = (keys: PersonKeys, eventId: string, type: EventType, data: Payload): Payload => {
  const personal = personalFields[type]
  if (!personal) return data
  const personId = personOf(data, personal.person)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.findOrCreate(personId), iv)
  cipher.setAAD(placeOf(eventId, type, personId))
  const secret = Object.fromEntries(personal.fields.map((field) => [field, data[field]]))
  const text = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()])
  const readable = Object.fromEntries(Object.entries(data).filter(([field]) => !personal.fields.includes(field)))
  const encoded = { iv: iv.toString('base64url'), tag: cipher.getAuthTag().toString('base64url') }
  return { ...readable, sealed: { cipher: 'A256GCM', ...encoded, text: text.toString('base64url') } }
}

/** Puts the personal fields back; each is null where the person's key is gone. */
export const unseal = (keys: PersonKeys, eventId: string, type: EventType, data: Payload): Payload => {
  const personal = personalFields[type]
  if (!personal) return data
  const { sealed, ...readable } = data
  const personId = personOf(data, personal.person)
  const key = keys.find(personId)
  if (!key) return { ...readable, ...Object.fromEntries(personal.fields.map((field) => [field, null])) }
  const { iv, tag, text } = Sealed.parse(sealed)
  // Without a length a tag of four bytes would do, and that can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
  decipher.setAAD(placeOf(eventId, type, personId))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  const opened = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
  return { ...readable, ...JSON.parse(opened.toString('utf8')) }
}
