import type { Ledger } from '#api/event-store/ledger.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Channel } from '#schemas/jobs/send-message.ts'

/** The content of a mail; layout.ts makes HTML and plain text of it. `path` is a page of this installation. */
export type Mail = {
  to: string
  replyTo?: string
  subject: string
  paragraphs: readonly string[]
  action?: { text: string; path: `/${string}` }
}

/** A text message; `to` is a number with its country code, such as +447700900123. */
export type Text = { to: string; body: string }

/** A notification in the product; `action.url` is a path of this origin. */
export type Notice = {
  userId: UserId
  icon: string
  body: string
  action: { text: string; url: string } | null
  /** The person who caused it, if one did. */
  creatorId: UserId | null
}

/** The message, by channel. */
export type Composed = { mail: Mail; text: Text; notification: Notice } & Record<Channel, unknown>

/** Dependencies of message texts: the support address, the log for names, and the derivation of codes. */
export type TextTools = {
  supportEmail: string
  /** Whether only a user with a verified address learns which team invites them (D-99). */
  mustBeVerified: boolean
  ledger: Pick<Ledger, 'read'>
  digest: (purpose: string, text: string) => string
}
