import { z } from 'zod'
import { expiryWindows } from '#schemas/time/expiry.ts'
import { endpoint } from '../endpoint.ts'

/** The reminders that a person wants: so many days before something expires, and a digest once a week. */
const ExpiryReminders = z.object({
  days: z
    .array(z.literal(expiryWindows), { error: `The days must be some of ${expiryWindows.join(', ')}.` })
    .max(expiryWindows.length)
    .meta({ description: 'How many days before a file or document expires; empty: never.' }),
  weekly: z
    .boolean({ error: 'The weekly field must be true or false.' })
    .meta({ description: 'Once a week, what has expired and what will within 60 days.' }),
})

export const showExpiryReminders = endpoint('GET /settings/expiry-reminders', {
  summary: 'When you are reminded of what expires',
  access: 'signed-in',
  response: ExpiryReminders,
})

export const chooseExpiryReminders = endpoint('PUT /settings/expiry-reminders', {
  summary: 'Choose when you are reminded of what expires, by mail and notification; in all of your teams',
  access: 'signed-in',
  body: ExpiryReminders,
  response: ExpiryReminders,
})
