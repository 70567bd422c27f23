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

const missing = z.boolean({ error: 'The missing field must be true or false.' })

const Answer = ExpiryReminders.extend({
  missing: missing.meta({
    description: 'In the weekly digest, also what is required of sites and missing, by client.',
  }),
  chosen: z
    .boolean()
    .meta({ description: 'False: nobody chose this, and it holds in teams that you own or administer.' }),
})

export const showExpiryReminders = endpoint('GET /settings/expiry-reminders', {
  summary: 'When you are reminded of what expires',
  access: 'signed-in',
  response: Answer,
})

export const chooseExpiryReminders = endpoint('PUT /settings/expiry-reminders', {
  summary: 'Choose when you are reminded of what expires, by mail and notification; in all of your teams',
  access: 'signed-in',
  body: ExpiryReminders.extend({
    missing: missing.optional().meta({ description: 'Left out: as it is.' }),
    chosen: z
      .boolean({ error: 'The chosen field must be true or false.' })
      .default(true)
      .meta({ description: 'False, as it is before a choice: nothing is chosen. Left out: as it is after one, true.' }),
  }),
  response: Answer,
})

/** Where the pages are by which a mail turns its reminders off; no session counts for anything there. */
export const remindersOffPages = '/settings/expiry-reminders/off/'

const page = {
  access: 'public',
  caller: { byLink: true },
  params: z.object({ token: z.string().max(200) }),
  response: 'content',
} as const
const html = { types: ['text/html'] }

export const askRemindersOff = endpoint(`GET ${remindersOffPages}{token}`, {
  ...page,
  summary: 'The page that a mail leads to, which asks whether to turn reminders off',
  transport: { content: html },
})

/** The link can do this one thing. */
export const turnRemindersOff = endpoint(`POST ${remindersOffPages}{token}`, {
  ...page,
  summary: 'Turn off all reminders of what expires, of whoever got the mail',
  transport: { form: true, content: html },
  limits: { maxBytes: 4096 },
})
