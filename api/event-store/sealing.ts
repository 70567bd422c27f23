import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { firstKid, type PersonalFields, personalFields } from '#schemas/events/personal.ts'
import type { EventType } from '#schemas/events/registry.ts'

type Payload = Record<string, unknown>

/** A key of a person; a sealed field names its `kid`, and none means `firstKid`. */
export type KeyName = { personId: string; kid: string }

/** How a key is named to people: by its person alone where that is enough. */
const wordsOf = ({ personId, kid }: KeyName): string => (kid === firstKid ? personId : `${personId}/${kid}`)

/** A key to seal with, 32 bytes. */
export type SealingKey = { kid: string; key: Uint8Array }

/** The keys of people, 32 bytes each (D-90). */
export type PersonKeys = {
  /**
   * A key that does not have to be fetched, without a `kid` the first; undefined if it is not here, which does not mean
   * that it was destroyed.
   */
  find: (personId: string, kid?: string) => Uint8Array | 'destroyed' | undefined
  /** Whether `find` knows nothing of a key before it is fetched. */
  lacks: (name: KeyName) => boolean
  /** Fetches keys, at once, so that `find` knows what there is to know of them. */
  fetch: (names: readonly KeyName[]) => Promise<void>
  /**
   * A key of the person. It is made, durably, where there is none and the event may be the first about the person;
   * otherwise undefined. Throws KeyDestroyed for an erased person.
   */
  forSealing: (personId: string, isFirst: boolean) => Promise<SealingKey | undefined>
  /** Drops the keys of people from memory: they are about to be destroyed, or were. */
  forget: (personIds: readonly string[]) => void
}

/** Where nothing is sealed. */
export const noKeys: PersonKeys = {
  find: () => undefined,
  lacks: () => false,
  fetch: async () => {},
  forSealing: async () => undefined,
  forget: () => {},
}

/** A key is neither here nor destroyed: nothing can be said about the person, nor recorded (D-104). */
export class MissingKey extends Error {
  override name = 'MissingKey'

  constructor(name: KeyName) {
    super(`The key of ${wordsOf(name)} is missing, who is not erased: put back the keys that belong to this log`)
  }
}

const Sealed = z.object({
  cipher: z.literal('A256GCM'),
  kid: z
    .string()
    .regex(/^[\w-]{1,32}$/)
    .default(firstKid),
  iv: z.string(),
  tag: z.string(),
  text: z.string(),
})

/** The associated data that binds a sealed text to its event, so that it cannot be opened elsewhere. */
const associatedData = (eventId: string, type: EventType, personId: string) =>
  Buffer.from(`${eventId}|${type}|${personId}`)

const personOf = (data: Payload, { person, former = person }: PersonalFields): string =>
  z.string().parse(data[person] ?? data[former])

/**
 * The key to seal an event with, undefined for one without personal data. It is only made for an event that may be the
 * first about the person; otherwise throws MissingKey where there is none.
 */
export const keyForSealing = async (
  keys: Pick<PersonKeys, 'forSealing'>,
  type: EventType,
  data: Payload,
): Promise<SealingKey | undefined> => {
  const personal = personalFields[type]
  if (!personal) return undefined
  const personId = personOf(data, personal)
  const isFirst = personal.first !== undefined && data[personal.first] === personId
  const key = await keys.forSealing(personId, isFirst)
  if (!key) throw new MissingKey({ personId, kid: firstKid })
  return key
}

/** Encrypts the personal fields of a payload into one `sealed` field, by AES-256-GCM with its key for sealing. */
export const seal = ({ kid, key }: SealingKey, eventId: string, type: EventType, data: Payload): Payload => {
  const personal = personalFields[type]
  if (!personal) return data
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(associatedData(eventId, type, personOf(data, personal)))
  const secret = Object.fromEntries(personal.fields.map((field) => [field, data[field]]))
  const text = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()])
  const readable = Object.fromEntries(Object.entries(data).filter(([field]) => !personal.fields.includes(field)))
  const encoded = { iv: iv.toString('base64url'), tag: cipher.getAuthTag().toString('base64url') }
  // Earlier versions, which know of one key a person, read what names none.
  const named = kid === firstKid ? {} : { kid }
  return { ...readable, sealed: { cipher: 'A256GCM', ...named, ...encoded, text: text.toString('base64url') } }
}

/** The key that a stored event was sealed with; undefined for one without personal data, or that cannot be read. */
export const keyNameOf = ({ type, data }: { type: string; data: unknown }): KeyName | undefined => {
  const personal = personalFields[type as EventType]
  if (!personal) return undefined
  const { person, former = person } = personal
  const payload = data as Payload & { sealed?: { kid?: unknown } }
  const personId = payload[person] ?? payload[former]
  const kid = payload.sealed?.kid ?? firstKid
  return typeof personId === 'string' && typeof kid === 'string' ? { personId, kid } : undefined
}

/**
 * Decrypts the personal fields; each is null if the person's key was destroyed. Throws MissingKey if it is not here.
 */
export const unseal = (keys: Pick<PersonKeys, 'find'>, eventId: string, type: EventType, data: Payload): Payload => {
  const personal = personalFields[type]
  if (!personal) return data
  const { sealed, ...readable } = data
  const personId = personOf(data, personal)
  const { kid, iv, tag, text } = Sealed.parse(sealed)
  const key = keys.find(personId, kid)
  if (key === undefined) throw new MissingKey({ personId, kid })
  if (key === 'destroyed') return { ...readable, ...Object.fromEntries(personal.fields.map((field) => [field, null])) }
  // Without a fixed length, a tag of four bytes would be accepted, and that can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
  decipher.setAAD(associatedData(eventId, type, personId))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  const opened = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
  return { ...readable, ...JSON.parse(opened.toString('utf8')) }
}
