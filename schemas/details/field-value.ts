import { z } from 'zod'
import { type FieldKind, plainDecimal, type ValueRule } from '#schemas/records/field-kinds.ts'
import { cleanName, isVisible } from '#schemas/text/clean-name.ts'
import { emailField, phoneField, requiredText } from '#schemas/text/fields.ts'
import { dateField } from '#schemas/time/calendar-date.ts'

/** Control characters and overrides of direction within lines (D-103). */
const unseen = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

const isLink = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text)

type Named = ValueRule & { name: string }

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
      .refine((decimal) => decimal !== '', `The ${name} must be a number of at most 15 digits.`),
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

/** A value in the form that is recorded, or why it is none. */
export const readValue = (field: Named, sent: string): { value: string } | { error: string } => {
  const { success, data, error } = schemas[field.kind](field).safeParse(sent)
  return success ? { value: data } : { error: error.issues[0]?.message ?? '' }
}
