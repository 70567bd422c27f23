import { z } from 'zod'
import { cleanName, isVisible } from './clean-name.ts'

const asList = (sent: unknown): unknown[] => {
  if (sent === undefined || sent === null || sent === '') return []
  return Array.isArray(sent) ? sent : [sent]
}

/**
 * The values of one field in a multipart form: several, one, or none; an empty one keeps its place. Errors name the index:
 * `name.2` (D-45).
 */
export const listField = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((sent) => (sent === '' ? [sent] : asList(sent)), z.array(item)).default([])

const required = (field: string) => `The ${field} field is required.`

const mustBeText = (field: string) => `The ${field} must be text.`

/** A lone surrogate has no UTF-8 form, so it could not be returned unchanged. */
const isWhole = (text: string): boolean => text.isWellFormed()

/** When a token, a consent or an OAuth client last called. */
export const LastUsedAt = z.iso
  .datetime()
  .nullable()
  .meta({ description: 'When the hour of the last call began; null where none is known.' })

/** A required text, trimmed, at most `max` characters (D-52). */
export const requiredText = (field: string, max = 255) =>
  z
    .string({ error: required(field) })
    .refine(isWhole, mustBeText(field))
    .trim()
    .min(1, required(field))
    .max(max, `The ${field} may not be greater than ${max} characters.`)

/** A name, cleaned: empty, or at most 255 characters with something to see among them (D-103). */
const cleanedName = (field: string, error: string) =>
  z
    .string({ error })
    .refine(isWhole, mustBeText(field))
    .overwrite(cleanName)
    .refine((name) => name === '' || isVisible(name), required(field))
    .max(255, `The ${field} may not be greater than 255 characters.`)

/** The name of a person or record (D-103). */
export const nameText = (field = 'name') => cleanedName(field, required(field)).min(1, required(field))

/*
 * Optional fields come in pairs. `optional...` is for creating: undefined, null and empty all mean null. `...IfSent` is
 * for updating: undefined leaves the field as it is; null and empty clear it.
 */

const text = (field: string, max: number) =>
  z
    .string({ error: mustBeText(field) })
    .refine(isWhole, mustBeText(field))
    .trim()
    .max(max, `The ${field} may not be greater than ${max} characters.`)

/** An optional text; undefined, null and the empty text all mean null. */
export const optionalText = (field: string, max = 255) =>
  text(field, max)
    .nullish()
    .transform((sent) => sent || null)
    .meta({ description: 'Left out, null or empty: none.' })

/** An optional name, cleaned like a required one (D-103). */
export const optionalName = (field = 'name') =>
  cleanedName(field, mustBeText(field))
    .nullish()
    .transform((sent) => sent || null)
    .meta({ description: 'Left out, null or empty: none.' })

/** A text or null (null or empty); undefined if it was not sent. */
export const textIfSent = (field: string, max = 255) =>
  text(field, max)
    .nullable()
    .transform((sent) => sent || null)
    .meta({ description: 'Null or empty: none; left out: as it is.' })
    .optional()

/** A whole number as JSON and forms send it, from 1 to `max`; null, undefined and the empty text mean null. */
const count = (field: string, max: number) =>
  z
    .union(
      [
        z.literal('').transform(() => null),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
        z.int(),
      ],
      {
        error: `The ${field} must be from 1 to ${max}.`,
      },
    )
    .refine((sent) => sent === null || (sent >= 1 && sent <= max), `The ${field} must be from 1 to ${max}.`)

/** An optional number from 1 to `max`. */
export const optionalCount = (field: string, max: number) =>
  count(field, max)
    .nullish()
    .transform((sent) => sent ?? null)
    .meta({ description: `A number from 1 to ${max}; left out, null or empty: none.` })

/** A number or null (null or empty); undefined if it was not sent. */
export const countIfSent = (field: string, max: number) =>
  count(field, max)
    .nullable()
    .meta({ description: `A number from 1 to ${max}; null or empty: none; left out: as it is.` })
    .optional()

/** An e-mail address, stored as typed; it is unique ignoring case (D-52). */
export const emailField = (field = 'email') =>
  requiredText(field).pipe(z.email({ error: `The ${field} must be a valid email address.` }))

/** A phone number as people write it. */
export const phoneField = (field = 'phone') => {
  const error = `The ${field} must be a valid phone number.`
  return z
    .string({ error })
    .trim()
    .regex(/^\+?[\d\s().-]{6,30}$/, error)
}

/** The schema of an id in a field that accepts any value, so that an invalid id is an error of its field. */
const reference = { type: 'string', format: 'uuid' }

/** A required reference, such as the client of a site. */
export const requiredReference = <Id extends z.ZodType<unknown, string>>(field: string, id: Id) =>
  requiredText(field)
    .refine((sent) => sent === '' || id.safeParse(sent).success, `The selected ${field} is invalid.`)
    .pipe(id)
    .meta({ format: 'uuid' })

/** An optional reference; undefined, null and the empty text all mean null. */
export const optionalReference = <Id extends z.ZodType<unknown, string>>(field: string, id: Id) =>
  optionalText(field)
    .refine((sent) => sent === null || id.safeParse(sent).success, `The selected ${field} is invalid.`)
    .pipe(id.nullable())
    .meta({ description: 'An id; left out, null or empty: none.' })

/** Optional references without duplicates; an error is that of the whole field. */
export const optionalReferences = <Id extends z.ZodType<string, string>>(field: string, id: Id) =>
  z
    .preprocess(asList, z.array(z.unknown()))
    .refine((ids) => ids.every((each) => id.safeParse(each).success), `The selected ${field} is invalid.`)
    .transform((ids) => [...new Set(ids.map((each) => id.parse(each)))])
    .default([])
    .meta({ type: 'array', items: reference, description: 'Ids, each counted once.' })

/** The id of a reference that is sent as it is answered: an object with `id` among other fields (D-98). */
const idOf = (sent: unknown): unknown => (typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : sent)

const idsIn = (sent: unknown): unknown[] => asList(sent).map(idOf)

const answered = { type: 'object', properties: { id: reference }, required: ['id'] }

/** References without duplicates, by id or as they are answered; undefined if none were sent. */
export const referencesIfSent = <Id extends z.ZodType<string, string>>(field: string, id: Id) =>
  z
    .unknown()
    .refine((sent) => idsIn(sent).every((each) => id.safeParse(each).success), `The selected ${field} is invalid.`)
    .transform((sent) => [...new Set(idsIn(sent).map((each) => id.parse(each)))])
    .meta({
      anyOf: [{ type: 'array', items: { anyOf: [reference, answered] } }, { type: 'null' }],
      description:
        'Ids, or objects with them as they are answered, each counted once; null or empty: none; left out: as it is.',
    })
    .optional()

/** A reference or null (null or empty); undefined if it was not sent. */
export const referenceIfSent = <Id extends z.ZodType<string, string>>(field: string, id: Id) =>
  z
    .unknown()
    .refine((sent) => !sent || id.safeParse(sent).success, `The selected ${field} is invalid.`)
    .transform((sent) => (sent ? id.parse(sent) : null))
    .meta({ type: ['string', 'null'], format: 'uuid', description: 'An id; null or empty: none; left out: as it is.' })
    .optional()

/** The id of a record in another system; only imports set it. */
export const ExternalId = z
  .string()
  .nullable()
  .meta({ description: 'The id in another system, which an import has set; null without one.' })

/** The revision of a resource in a response. */
export const Revision = z
  .string()
  .meta({ description: 'Another one after every change; its ETag is the same in quotes.' })
