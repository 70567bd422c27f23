import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { emailField, requiredText } from '../fields.ts'

/** A message to the operators; their answer goes to `from` (D-88). */
export const sendSupportMessage = endpoint({
  method: 'POST',
  path: '/support/email',
  summary: 'Write to support',
  access: 'signed-in',
  body: z.object({
    from: emailField('from'),
    subject: requiredText('subject'),
    message: requiredText('message', 10_000),
  }),
  response: 'empty',
  status: 204,
})
