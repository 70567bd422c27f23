import { z } from 'zod'
import { type FieldKind, type OwnValues, plainDecimal, type ValueRule } from '#schemas/records/field-kinds.ts'
import { cleanName, isVisible } from '#schemas/text/clean-name.ts'
import { emailField, phoneField, requiredText } from '#schemas/text/fields.ts'
import { dateField } from '#schemas/time/calendar-date.ts'

/** Control characters and overrides of direction within lines (D-103). */
const unseen = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

const isLink = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text)

type Named = ValueRule & { name: string }
type Asked = Named & { id: string; required: boolean }

/** Reads what was sent for a field of each kind into the form that is recorded. */
const schemas: Record<FieldKind, (field: Named) => z.ZodType<string>> = {
  text: ({ name }) => requiredText(name, 500).overwrite(cleanName).refine(isVisible, `The ${name} field is required.`),
  note: ({ name }) =>
    requiredText(name, 5000)
      .overwrite((text) => text.replace(/\r\n?/g, '\n').replace(unseen, '').trim())
      .refine(isVisible, `The ${name} field is required.`),
  number: ({ name }) =>
    requiredText(name, 40)
      .transform((text) => plainDecimal(text) ?? '')
      .refine(
        (decimal) => decimal !== '',
        `The ${name} must be a number of at most 15 digits, with a point before decimals.`,
      ),
  date: ({ name }) => dateField(name),
  choice: ({ name, options }) =>
    requiredText(name)
      .toLowerCase()
      .refine((id) => options.some((option) => option.id === id), `The selected ${name} is invalid.`),
  yes_no: ({ name }) => z.enum(['true', 'false'], `The ${name} must be true or false.`),
  link: ({ name }) =>
    requiredText(name, 2000)
      .overwrite(cleanName)
      .refine(isLink, `The ${name} must be a web address that begins with http:// or https://.`),
  email: ({ name }) => emailField(name),
  phone: ({ name }) => phoneField(name),
}

type Read = { value: string } | { error: string }

/** Reads values of a field into the form that is recorded, or tells why one is none; its schema is made for the first. */
const readerOf = (field: Named) => {
  let schema: z.ZodType<string> | undefined
  return (sent: string): Read => {
    schema ??= schemas[field.kind](field)
    const { success, data, error } = schema.safeParse(sent)
    return success ? { value: data } : { error: error.issues[0]?.message ?? '' }
  }
}

export const readValue = (field: Named, sent: string): Read => readerOf(field)(sent)

/**
 * Reads values of records into the form that is recorded, and tells what is wrong with others, both by the ids of their
 * fields. A new record has all that are required, and a change takes away none of them.
 */
export const valuesReader = (fields: readonly Asked[]) => {
  const known = new Map(fields.map((field) => [field.id, { ...field, read: readerOf(field) }]))
  return (sent: OwnValues, isNew: boolean) => {
    const values: Record<string, string | null> = {}
    const errors: Record<string, string> = {}
    for (const [id, { name, required, read }] of known) {
      if (!isNew && !Object.hasOwn(sent, id)) continue
      const text = sent[id]
      if (text?.trim()) {
        const found = read(text)
        if ('error' in found) errors[id] = found.error
        else values[id] = found.value
      } else if (required) errors[id] = `The ${name} field is required.`
      else if (!isNew) values[id] = null
    }
    for (const id of Object.keys(sent)) if (!known.has(id)) errors[id] = 'The selected field is invalid.'
    return { values, errors }
  }
}
