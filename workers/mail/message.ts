import type { Ledger } from '#api/event-store/ledger.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Channel } from '#schemas/jobs/send-message.ts'

/** What a mail says; layout.ts makes HTML and plain text of it. `path` is a page of this installation. */
export type Mail = {
  to: string
  replyTo?: string
  subject: string
  paragraphs: readonly string[]
  action?: { text: string; path: `/${string}` }
}

/** A text message; `to` is a number with its country code, such as +447700900123. */
export type Text = { to: string; body: string }

/** A notification inside the product; `actionUrl` is a path on this origin. */
export type Notice = {
  userId: UserId
  icon: string
  body: string
  action: { text: string; url: string } | null
  /** Who caused it, where that is a person. */
  creatorId: UserId | null
}

/** What is said, by channel. */
export type Said = { mail: Mail; text: Text; notification: Notice } & Record<Channel, unknown>

/** What a text may need besides its event: where support is reached, the log to look names up in, and what makes codes. */
export type Letterhead = {
  supportEmail: string
  ledger: Pick<Ledger, 'read'>
  digest: (purpose: string, text: string) => string
}
