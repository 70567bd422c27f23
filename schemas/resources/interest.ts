import { z } from 'zod'
import { emailField, phoneField } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'

const blankIsNone = (text: unknown) => (typeof text === 'string' && text.trim() === '' ? undefined : text)

/** An e-mail address or a phone number, one of the two, left on the welcome page (D-25). */
export const registerInterest = endpoint('POST /register-interest', {
  summary: 'Ask to hear more',
  access: 'public',
  body: z
    .object({
      email: z.preprocess(blankIsNone, emailField().nullish()),
      phone: z.preprocess(blankIsNone, phoneField().nullish()),
    })
    .refine(({ email, phone }) => Boolean(email) || Boolean(phone), {
      path: ['email'],
      error: 'The email field is required.',
    })
    .refine(({ email, phone }) => !(email && phone), {
      path: ['phone'],
      error: 'Please give either an email address or a phone number.',
    }),
  /** The page to open next. */
  response: z.object({ url: z.string() }),
})
