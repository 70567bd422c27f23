import { z } from 'zod'
import type { EventType } from '../events/registry.ts'
import type { JobContract } from '../job.ts'

/** Channels of messages: mail, text message, or a notification in the product. */
export const channels = ['mail', 'text', 'notification'] as const
export type Channel = (typeof channels)[number]

/**
 * The event types that cause messages, with the channels of each. To add one: name the event here, with its personal
 * data in sealed fields (schemas/events/personal.ts), and write its text in workers/mail/<event>.ts, listed in
 * workers/mail/registry.ts; the types require the text. Outbox, job, sending and record follow.
 */
export const messageChannels = {
  ApiTokenChanged: ['mail'],
  ApiTokenCreated: ['mail'],
  ApiTokenRevoked: ['mail'],
  CardExpiresSoon: ['mail'],
  ContactUpdated: ['mail'],
  DiscountApplied: ['mail'],
  DiscountWaits: ['mail'],
  EmailChangeRequested: ['mail'],
  EmailProofRequested: ['mail'],
  ExpiryReminded: ['mail', 'notification'],
  ImpersonationStopped: ['notification'],
  InterestRegistered: ['mail'],
  InvitationResent: ['mail'],
  InvitationSent: ['mail', 'notification'],
  InvoicePaid: ['mail'],
  InvoicePaymentFailed: ['mail', 'notification'],
  MemberChanged: ['notification'],
  MemberJoined: ['notification'],
  MemberRemoved: ['notification'],
  MembershipEndsSoon: ['mail'],
  OAuthAccessGranted: ['mail'],
  OAuthGrantRevoked: ['mail'],
  PasswordChanged: ['mail'],
  PasswordResetRequested: ['mail'],
  PersonalTokenCreated: ['mail'],
  PersonalTokenRevoked: ['mail'],
  PlanSwapped: ['mail'],
  RenewalAwaitsPayer: ['mail', 'notification'],
  ResetCodeReplaced: ['mail', 'notification'],
  SubscriptionCancelled: ['mail'],
  SubscriptionEnded: ['mail'],
  SupportRequested: ['mail'],
  TeamDeleted: ['mail'],
  TeamInvitationResent: ['mail'],
  TeamInvitationSent: ['mail'],
  TeamRestored: ['mail'],
  TextCodeRequested: ['text'],
  TrialEndsSoon: ['mail', 'notification'],
  TwoFactorTurnedOff: ['mail'],
  TwoFactorTurnedOn: ['mail'],
} as const satisfies { [Type in EventType]?: readonly Channel[] }

export type MessageChannels = typeof messageChannels

/** Ids only: the message is read from the event itself, so that Redis holds no personal data. */
const payload = z.object({ eventId: z.uuid(), stream: z.string() })

const options = { attempts: 5, backoff: { type: 'exponential', delay: 2000 }, removeOnComplete: true } as const

/** Sends the message of one event on one channel. */
export const sendMessage = {
  mail: { name: 'send-mail', payload, records: ['MailSent', 'MessageDropped'], options },
  text: { name: 'send-text', payload, records: ['TextSent', 'MessageDropped'], options },
  notification: { name: 'send-notification', payload, records: ['NotificationSent', 'MessageDropped'], options },
} as const satisfies Record<Channel, JobContract>

export type SendMessage = z.infer<typeof payload>
