import { z } from 'zod'

const asList = (sent: unknown): unknown[] => {
  if (sent === undefined || sent === null || sent === '') return []
  return Array.isArray(sent) ? sent : [sent]
}

/** What fields of one name carry in a form: several, one, or none. Errors name the place: `name.2` (D-45). */
export const listField = <Item extends z.ZodType>(item: Item) => z.preprocess(asList, z.array(item)).default([])

const required = (field: string) => `The ${field} field is required.`

const mustBeText = (field: string) => `The ${field} must be text.`

/** Half a character has no form in UTF-8: it could not come back as it was sent. */
const isWhole = (text: string): boolean => text.isWellFormed()

/** Text that must be there, trimmed, at most `max` characters (D-52). */
export const requiredText = (field: string, max = 255) =>
  z
    .string({ error: required(field) })
    .refine(isWhole, mustBeText(field))
    .trim()
    .min(1, required(field))
    .max(max, `The ${field} may not be greater than ${max} characters.`)

/** Text that may be left out, be null or be empty; all three mean none. */
export const optionalText = (field: string, max = 255) =>
  z
    .string({ error: mustBeText(field) })
    .refine(isWhole, mustBeText(field))
    .trim()
    .max(max, `The ${field} may not be greater than ${max} characters.`)
    .nullish()
    .transform((text) => text || null)

/** An e-mail address, kept as typed; it is unique without regard to case (D-52). */
export const emailField = (field = 'email') =>
  requiredText(field).pipe(z.email({ error: `The ${field} must be a valid email address.` }))

/** How an id is described where anything may be sent, so that what is none is told of by its field. */
const reference = { type: 'string', format: 'uuid' }

/** A reference that must be chosen, such as the client of a site (VAL-23). */
export const requiredReference = <Id extends z.ZodType<unknown, string>>(field: string, id: Id) =>
  requiredText(field)
    .refine((text) => text === '' || id.safeParse(text).success, `The selected ${field} is invalid.`)
    .pipe(id)
    .meta({ format: 'uuid' })

/** A reference that may be left out, be null or be empty; all three mean none. */
export const optionalReference = <Id extends z.ZodType<unknown, string>>(field: string, id: Id) =>
  optionalText(field)
    .refine((text) => text === null || id.safeParse(text).success, `The selected ${field} is invalid.`)
    .pipe(id.nullable())
    .meta({ description: 'An id; left out, null or empty: none.' })

/** References that may be left out, each counted once; the error is that of the whole field. */
export const optionalReferences = <Id extends z.ZodType<string, string>>(field: string, id: Id) =>
  listField(z.unknown())
    .refine((ids) => ids.every((each) => id.safeParse(each).success), `The selected ${field} is invalid.`)
    .transform((ids) => [...new Set(ids.map((each) => id.parse(each)))])
    .default([])
    .meta({ type: 'array', items: reference, description: 'Ids, each counted once.' })

/** References as above, undefined where none were sent at all, so that a change can leave them as they are. */
export const referencesIfSent = <Id extends z.ZodType<string, string>>(field: string, id: Id) =>
  z
    .unknown()
    .refine((sent) => asList(sent).every((each) => id.safeParse(each).success), `The selected ${field} is invalid.`)
    .transform((sent) => [...new Set(asList(sent).map((each) => id.parse(each)))])
    .meta({ type: 'array', items: reference, description: 'Ids, each counted once; left out: as it is.' })
    .optional()

/** A reference or none (null or empty), undefined where it was not sent at all. */
export const referenceIfSent = <Id extends z.ZodType<string, string>>(field: string, id: Id) =>
  z
    .unknown()
    .refine((sent) => !sent || id.safeParse(sent).success, `The selected ${field} is invalid.`)
    .transform((sent) => (sent ? id.parse(sent) : null))
    .meta({ type: ['string', 'null'], format: 'uuid', description: 'An id; null or empty: none; left out: as it is.' })
    .optional()

/** The revision of a resource, as it is answered. */
export const Revision = z
  .string()
  .meta({ description: 'Another one after every change; its ETag is the same in quotes.' })
