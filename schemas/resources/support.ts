import { z } from 'zod'
import { requiredText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'

/** A message to the operators; their answer goes to the address of the account (D-88). */
export const sendSupportMessage = endpoint('POST /support/email', {
  summary: 'Write to support',
  access: 'signed-in',
  body: z.object({
    // It is the account's address: any other would be somebody else's.
    from: z.unknown().meta({ description: 'Accepted and ignored.' }).optional(),
    subject: requiredText('subject'),
    message: requiredText('message', 10_000),
  }),
})
