import { z } from 'zod'
import { countIfSent, nameText, optionalCount, optionalText, requiredText, textIfSent } from '#schemas/text/fields.ts'
import { CalendarDate, dateField, dateIfSent, optionalDate, ShownDate } from '#schemas/time/calendar-date.ts'

/**
 * The schemas of one field: in the payload of events, in the body of a POST, in that of a PUT, and in the response. The
 * recorded field has no limits, so that old events stay readable when limits change.
 */
type Detail = { recorded: z.ZodType; added: z.ZodType; changed: z.ZodType; answered: z.ZodType }

/** A required text. */
export const requiredTextDetail = (field: string, max?: number) => ({
  recorded: z.string(),
  added: requiredText(field, max),
  changed: requiredText(field, max),
  answered: z.string(),
})

/** The name of a record (D-103). */
export const nameDetail = () => ({
  recorded: z.string(),
  added: nameText(),
  changed: nameText(),
  answered: z.string(),
})

/** An optional text. Events from before the field was added lack it. */
export const optionalTextDetail = (field: string, max?: number) => ({
  recorded: z.string().nullable().default(null),
  added: optionalText(field, max),
  changed: textIfSent(field, max),
  answered: z.string().nullable(),
})

/** A required date. */
export const dayDetail = (field: string) => ({
  recorded: CalendarDate,
  added: dateField(field),
  changed: dateField(field),
  answered: ShownDate,
})

/** An optional date. Events from before the field was added lack it. */
export const optionalDayDetail = (field: string) => ({
  recorded: CalendarDate.nullable().default(null),
  added: optionalDate(field),
  changed: dateIfSent(field),
  answered: ShownDate.nullable(),
})

/** An optional number from 1 to `max`. Events from before the field was added lack it. */
export const optionalCountDetail = (field: string, max: number) => ({
  recorded: z.int().nullable().default(null),
  added: optionalCount(field, max),
  changed: countIfSent(field, max),
  answered: z.int().nullable(),
})

/** The values of a record's own fields by their ids; a change holds those alone that it gives or clears (null). */
export const ownFieldsDetail = () => {
  const sent = z.record(
    z.string(),
    z.preprocess((text) => text ?? '', z.string('The value must be text.')),
    'The fields must be texts by the ids of own fields.',
  )
  return {
    recorded: z.record(z.string(), z.string().nullable()).default({}),
    added: sent.default({}).meta({ description: 'Texts by the ids of own fields; null or empty: none.' }),
    changed: sent
      .meta({ description: 'By the ids of own fields, null or empty: none; one that is left out: as it is.' })
      .optional(),
    answered: z.record(z.string(), z.string()).meta({ description: 'Texts by the ids of own fields.' }),
  }
}

type Shape<Fields extends Record<string, Detail>, Key extends keyof Detail> = {
  [Name in keyof Fields]: Fields[Name][Key]
}

/** The fields of a record that are its details, without undefined ones. */
type Picked<From, Name> = { [Each in keyof Pick<From, keyof From & Name>]: Exclude<From[Each], undefined> }

/** The details of one noun: each field is defined once, and its event, command and contracts derive from it. */
export const details = <Fields extends Record<string, Detail>>(fields: Fields) => {
  const names = Object.keys(fields)
  const shape = <Key extends keyof Detail>(key: Key) =>
    Object.fromEntries(names.map((name) => [name, fields[name]?.[key]])) as Shape<Fields, Key>
  return {
    recorded: shape('recorded'),
    added: shape('added'),
    changed: shape('changed'),
    answered: shape('answered'),
    /** The details in a record or in a body, without absent and undefined ones. */
    of: <From extends object>(record: From) => {
      const given = record as Record<string, unknown>
      const found: Record<string, unknown> = {}
      for (const name of names) if (given[name] !== undefined) found[name] = given[name]
      return found as Picked<From, keyof Fields>
    },
  }
}

/** The type of a noun's details in commands, events and aggregates. */
export type DetailsOf<Noun extends { recorded: Record<string, z.ZodType> }> = {
  [Name in keyof Noun['recorded']]: z.output<Noun['recorded'][Name]>
}
