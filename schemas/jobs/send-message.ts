import { z } from 'zod'
import type { EventType } from '../events/registry.ts'
import type { JobContract } from '../job.ts'

/** Ways to reach a person: by mail, by text message, or by a notification inside the product. */
export const channels = ['mail', 'text', 'notification'] as const
export type Channel = (typeof channels)[number]

/**
 * Events that somebody is told about, and how. To add one: name the event here, with what it says in sealed fields
 * (schemas/events/personal.ts), and write its text in workers/mail/<event>.ts, listed in workers/mail/registry.ts; the
 * types demand the text. The to-do list, the job, the sending and the record of it follow by themselves.
 */
export const messagesAskedFor = {
  ContactUpdated: ['mail'],
  EmailProofRequested: ['mail'],
  InterestRegistered: ['mail'],
  InvitationResent: ['mail'],
  InvitationSent: ['mail', 'notification'],
  MemberChanged: ['notification'],
  MemberJoined: ['notification'],
  MemberRemoved: ['notification'],
  PasswordResetRequested: ['mail'],
  ResetCodeReplaced: ['mail', 'notification'],
  SupportRequested: ['mail'],
  TeamInvitationResent: ['mail'],
  TeamInvitationSent: ['mail'],
  TextCodeRequested: ['text'],
} as const satisfies { [Type in EventType]?: readonly Channel[] }

export type MessagesAskedFor = typeof messagesAskedFor

/** Ids alone: what the message says is read from the event itself, so that nothing about people is in Redis. */
const payload = z.object({ eventId: z.uuid(), stream: z.string() })

const options = { attempts: 5, backoff: { type: 'exponential', delay: 2000 }, removeOnComplete: true } as const

/** Sends what one event asks for on one channel. */
export const sendMessage = {
  mail: { name: 'send-mail', payload, options },
  text: { name: 'send-text', payload, options },
  notification: { name: 'send-notification', payload, options },
} as const satisfies Record<Channel, JobContract>

export type SendMessage = z.infer<typeof payload>
